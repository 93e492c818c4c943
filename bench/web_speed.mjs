// Iterations a second of the WebAssembly module and of the binary, on positions of one game.
//
//   node bench/web_speed.mjs build/web/wasm/carrack.wasm build/release/carrack
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [wasm, carrack] = process.argv.slice(2);
const module = await WebAssembly.compile(readFileSync(wasm));
let engine;

const known = {
  clock_time_get(_clock, _precision, address) {
    const now = BigInt(Math.round(performance.now() * 1e6));
    new DataView(engine.memory.buffer).setBigUint64(address, now, true);
    return 0;
  },
  environ_sizes_get(count, bytes) {
    new DataView(engine.memory.buffer).setUint32(count, 0, true);
    new DataView(engine.memory.buffer).setUint32(bytes, 0, true);
    return 0;
  },
  environ_get: () => 0,
};
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  (imports[from] ??= {})[name] = known[name] ?? (() => 52);
}
engine = (await WebAssembly.instantiate(module, imports)).exports;
engine._initialize();

function ask(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const place = engine.request(bytes.length) >>> 0;
  new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes);
  const from = engine.answer() >>> 0;
  const text = new Uint8Array(engine.memory.buffer, from, engine.answer_size());
  return JSON.parse(new TextDecoder().decode(text));
}

const record = join(mkdtempSync(join(tmpdir(), "carrack-")), "game.jsonl");
const play = ["play", "--players", "4", "--agent", "scripted", "--games", "1", "--seed", "3"];
execFileSync(carrack, [...play, "--record", record], { stdio: "ignore" });
const { line } = ask({ do: "load", record: readFileSync(record, "utf8") });
const env = { ...process.env, CARRACK_CPU: "v2" };

for (const start of [30, 150, 250]) {
  let ply = start;
  while (line[ply].actor === "chance") ++ply;
  ask({ do: "go", node: line[ply - 1].node });
  for (const agent of ["mcts:memory=64,iterations=4000", "uct:memory=64,iterations=8000"]) {
    const analyse = ["analyse", record, "--ply", String(ply), "--agent", agent, "--json"];
    const seconds = { module: [], binary: [] };
    for (let round = 0; round < 5; ++round) {
      seconds.module.push(ask({ do: "search", agent, seed: 1 }).report.seconds);
      seconds.binary.push(JSON.parse(execFileSync(carrack, analyse, { env })).seconds);
    }
    const [ours, native] = [Math.min(...seconds.module), Math.min(...seconds.binary)];
    const iterations = Number(agent.split("=").pop());
    console.log(
      `ply ${ply}, ${agent}: module ${Math.round(iterations / ours)}, ` +
        `binary ${Math.round(iterations / native)} iterations a second, ratio ` +
        (native / ours).toFixed(2),
    );
  }
}
