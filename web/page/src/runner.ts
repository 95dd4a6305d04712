/** Runs the model as it is now; while a run goes on, only the last wish is kept. What moves is a picture first. */
import { Stopped, type Thread } from "./engine";
import type { Job, Outcome } from "./messages";

export const RUN_SECONDS = luztarHead.options.seconds;
const GRACE = 2; // seconds more, then the thread is ended
const OLD = 0.7; // seconds: a run that went on for longer is ended by a new wish
const STOP_AFTER = 150; // ms until the button to stop is shown
const REST = 200; // ms after a picture without a new wish until the run has all its rows

interface Shown {
  /** A run has ended; `since`: when it was wished for. */
  done(outcome: Outcome, job: Job, since: number): void;
  failed(words: string): void;
  /** It goes on for long enough to be stopped, or no longer. */
  running(is: boolean): void;
}

export class Runner {
  private wanted: number | null = null;
  private began: number | null = null;
  private moving = false;
  private resting = 0;

  /** `pixels`: rows that a picture can show. */
  constructor(
    private readonly thread: Thread,
    private readonly job: () => Job,
    private readonly pixels: () => number,
    private readonly shown: Shown,
  ) {}

  /** The model or a value has changed; `moving`: it will again, at once. */
  wish(moving = false): void {
    clearTimeout(this.resting);
    this.moving = moving;
    this.wanted = performance.now();
    if (this.began === null) void this.loop();
    else if (this.thread.isReady && performance.now() - this.began > 1000 * OLD) this.thread.stop();
  }

  stop(): void {
    clearTimeout(this.resting);
    this.wanted = null;
    if (this.thread.isReady) this.thread.stop();
  }

  private async loop(): Promise<void> {
    while (this.wanted !== null) {
      const since = this.wanted;
      this.wanted = null;
      await this.once(since);
    }
    this.began = null;
  }

  private async once(since: number): Promise<void> {
    this.began = performance.now();
    let timer = 0;
    const job = this.job();
    if (this.moving) job.options.rows = this.pixels();
    try {
      await this.thread.ready;
      timer = window.setTimeout(() => this.shown.running(true), STOP_AFTER);
      this.began = performance.now();
      const outcome = await this.thread.ask("run", job, RUN_SECONDS + GRACE);
      this.shown.done(outcome, job, since);
      clearTimeout(this.resting);
      if (outcome.thinned && this.wanted === null) this.resting = window.setTimeout(() => this.wish(), REST);
    } catch (error) {
      const superseded = error instanceof Stopped && this.wanted !== null;
      if (!superseded) this.shown.failed((error as Error).message);
    } finally {
      clearTimeout(timer);
      this.shown.running(false);
    }
  }
}
