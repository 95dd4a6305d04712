/** The engine as the page sees it: a thread that can be stopped at once. */
import type { Begun, Call, Calls, Ready, Reply } from "./messages";

/** The work was stopped: by the reader, or because it took too long. */
export class Stopped extends Error {}

/** What the engine says of a call in words. */
export class EngineError extends Error {}

interface Waiting {
  take(value: unknown): void;
  refuse(error: Error): void;
  timer: number;
}

/** One worker; after a stop it is a new one, made ready in the background. */
export class Thread {
  private worker!: Worker;
  private waiting = new Map<number, Waiting>();
  private count = 0;
  private opened = false;
  private begun: Promise<Ready> | null = null;

  /** `head`: a worker that was begun before; later ones are made anew. */
  constructor(
    private readonly make: () => Worker,
    private readonly wasm: Promise<WebAssembly.Module>,
    private head?: Begun,
  ) {}

  /** What the engine has; it begins with the first who asks. */
  get ready(): Promise<Ready> {
    return (this.begun ??= this.start());
  }

  /** It has begun, so that there is something to stop. */
  get isReady(): boolean {
    return this.opened;
  }

  private start(): Promise<Ready> {
    this.opened = false;
    const head = this.head;
    this.head = undefined;
    this.worker = head?.worker ?? this.make();
    this.worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => this.take(data));
    this.worker.addEventListener("error", (event) => this.fail(event.message));
    const ready = head ? this.replied(head.reply) : this.wasm.then((wasm) => this.send("open", { wasm }, Infinity));
    ready.then(
      () => (this.opened = true),
      () => {}, // who asks next hears it
    );
    return ready;
  }

  /** What the worker says of being opened, which was asked of it before. */
  private replied(reply: Promise<Reply>): Promise<Ready> {
    void reply.then((reply) => this.take(reply));
    return new Promise((take, refuse) => {
      this.waiting.set(0, { take: take as (value: unknown) => void, refuse, timer: 0 });
    });
  }

  private take({ id, value, error }: Reply): void {
    const one = this.waiting.get(id);
    if (!one) return;
    this.waiting.delete(id);
    clearTimeout(one.timer);
    if (error === undefined) one.take(value);
    else one.refuse(new EngineError(error));
  }

  /** The worker itself broke, out of memory for example. */
  private fail(words: string): void {
    const cause = this.opened ? "the engine ended by itself: the model needs more memory than there is" : "its thread cannot be started";
    this.end(new EngineError(words || cause));
  }

  private end(error: Error): void {
    this.worker.terminate();
    const again = this.opened || error instanceof Stopped;
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of lost) {
      clearTimeout(one.timer);
      one.refuse(error);
    }
    if (again) this.begun = this.start(); // one that never began would fail again
  }

  private send<K extends Call>(call: K, send: Calls[K]["send"], seconds: number): Promise<Calls[K]["get"]> {
    return new Promise((take, refuse) => {
      const id = ++this.count;
      const late = () => this.end(new Stopped(`stopped: it took more than ${seconds} s`));
      const timer = Number.isFinite(seconds) ? window.setTimeout(late, 1000 * seconds) : 0;
      this.waiting.set(id, { take: take as (value: unknown) => void, refuse, timer });
      this.worker.postMessage({ id, call, send });
    });
  }

  /** `seconds`: it is stopped after that time. */
  async ask<K extends Call>(call: K, send: Calls[K]["send"], seconds = 60): Promise<Calls[K]["get"]> {
    await this.ready;
    return this.send(call, send, seconds);
  }

  /** Ends what it does, at once. */
  stop(): void {
    this.end(new Stopped("stopped"));
  }
}
