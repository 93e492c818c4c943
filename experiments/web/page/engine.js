// Engines in workers. Each answers one request at a time.

let compiled; // the module, once one worker has compiled it

class Engine {
  #worker;
  #waiting = []; // {request, resolve}, the first of which is being answered
  #ready;
  #told; // resolves the question for the memory
  #cannotStart; // why, if the browser cannot run the engine
  onFailure = () => {}; // called with the reason when a new engine has taken the place of this one

  constructor() {
    this.#start();
  }

  #start() {
    const source = new Blob([byId("worker").textContent], { type: "text/javascript" });
    const address = URL.createObjectURL(source);
    this.#worker = new Worker(address);
    this.#worker.onerror = ({ message }) => this.#giveUp(message ?? "Its worker does not start.");
    let hasStarted = false;
    this.#ready = new Promise((resolve) => {
      this.#worker.onmessage = ({ data }) => {
        if (data.started) {
          compiled = data.started;
          hasStarted = true;
          URL.revokeObjectURL(address);
          resolve();
        } else if (data.answer !== undefined) {
          this.#waiting.shift().resolve(JSON.parse(data.answer));
          this.#next();
        } else if (data.bytes !== undefined) {
          this.#told(data.bytes);
        } else if (hasStarted) {
          this.#fail(data.failed);
        } else {
          this.#giveUp(data.failed);
        }
      };
    });
    const packed = compiled ? undefined : byId("module").textContent;
    this.#worker.postMessage({ module: compiled, packed });
  }

  /** The engine is in an unknown state: a new one takes its place. */
  #fail(reason) {
    const error = `The engine failed and was started anew. ${reason}`;
    this.#restart({ error });
    this.onFailure(error);
  }

  #giveUp(reason) {
    this.#cannotStart = `This browser cannot run the engine. ${reason}`;
    for (const { resolve } of this.#waiting) resolve({ error: this.#cannotStart });
    this.#waiting = [];
  }

  async #next() {
    if (this.#waiting.length === 0) return;
    const next = this.#waiting[0];
    await this.#ready;
    if (this.#waiting[0] === next) this.#worker.postMessage({ request: next.request });
  }

  get isBusy() {
    return this.#waiting.length > 0;
  }

  /** The answer to a request; `{error}` for a wrong one, `{stopped: true}` after `stop`. */
  ask(request) {
    if (this.#cannotStart) return Promise.resolve({ error: this.#cannotStart });
    return new Promise((resolve) => {
      this.#waiting.push({ request: JSON.stringify(request), resolve });
      if (this.#waiting.length === 1) this.#next();
    });
  }

  /** Bytes that the engine holds. */
  async memory() {
    await this.#ready;
    return new Promise((resolve) => {
      this.#told = resolve;
      this.#worker.postMessage({ memory: true });
    });
  }

  /** Ends what is being done at once. */
  stop() {
    this.#restart({ stopped: true });
  }

  #restart(answer) {
    const unanswered = this.#waiting;
    this.#worker.terminate();
    this.#waiting = [];
    this.#start();
    for (const { resolve } of unanswered) resolve(answer);
  }
}
