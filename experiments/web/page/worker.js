"use strict";
// The engine in a worker: requests and answers are JSON text, one after the other.

let engine;

/** What the module imports of WASI: a clock. Everything else is refused. */
function imports(module) {
  const kNotSupported = 52;
  const at = (address) => new DataView(engine.memory.buffer, address);
  const known = {
    clock_time_get(_clock, _precision, address) {
      at(address).setBigUint64(0, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    environ_sizes_get(count, bytes) {
      at(count).setUint32(0, 0, true);
      at(bytes).setUint32(0, 0, true);
      return 0;
    },
    environ_get: () => 0,
    proc_exit(status) {
      throw new Error(`the engine has ended with status ${status}`);
    },
  };
  const functions = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    functions[from] ??= {};
    functions[from][name] = known[name] ?? (() => kNotSupported);
  }
  return functions;
}

async function unpacked(base64) {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** Starts from a compiled module, or from its packed bytes; returns the module. */
async function start({ module, packed }) {
  const compiled = module ?? (await WebAssembly.compile(await unpacked(packed)));
  const instance = await WebAssembly.instantiate(compiled, imports(compiled));
  engine = instance.exports;
  engine._initialize();
  return compiled;
}

function answer(request) {
  const bytes = new TextEncoder().encode(request);
  const place = engine.request(bytes.length) >>> 0;  // addresses are unsigned
  new Uint8Array(engine.memory.buffer, place, bytes.length).set(bytes);
  const from = engine.answer() >>> 0;
  const text = new Uint8Array(engine.memory.buffer, from, engine.answer_size());
  return new TextDecoder().decode(text);
}

self.onmessage = async ({ data }) => {
  try {
    if (data.memory) self.postMessage({ bytes: engine.memory.buffer.byteLength });
    else if (data.request === undefined) self.postMessage({ started: await start(data) });
    else self.postMessage({ answer: answer(data.request) });
  } catch (error) {
    self.postMessage({ failed: String(error) });
  }
};
