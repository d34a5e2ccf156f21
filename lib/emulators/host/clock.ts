/** Runs at its due time; the clock waits for its promise before it moves on. */
type Due = () => unknown;

export interface Clock {
  /** Milliseconds since the epoch, as the functions see them. */
  now(): number;
  /** Holds the shift in milliseconds as a float64, so that worker threads can read it. */
  readonly shared: SharedArrayBuffer;
  /** Runs a callback at an instant. @returns a function that cancels it. */
  at(dueAt: number, run: Due): () => void;
  /** Resolves when the clock shows `dueAt`; rejects when the signal aborts. */
  until(dueAt: number, signal?: AbortSignal): Promise<void>;
  /** Moves forward and runs due callbacks in order on the way. Rejects with RangeError for an instant in the past. */
  advanceTo(target: number): Promise<void>;
  /** The move in progress, if any. */
  currentMove(): { from: number; to: number } | undefined;
  close(): void;
}

interface Entry {
  dueAt: number;
  run: Due;
}

const longestTimerMs = 2 ** 30;

export interface ClockOptions {
  shiftMs?: number;
  /** Receives every new shift before a callback runs under it, so that time never goes back after a crash. */
  onShift?: (shiftMs: number) => void;
  /** Waits for the work that a callback started, before the clock moves on. */
  waitUntilIdle?: () => Promise<unknown>;
  /** Receives the error of a callback that failed. */
  onError?: (error: unknown) => void;
}

class MovableClock implements Clock {
  readonly shared = new SharedArrayBuffer(8);
  private readonly shift = new Float64Array(this.shared);
  private readonly options: ClockOptions;
  private readonly timeline: Entry[] = [];
  private timer: NodeJS.Timeout | undefined;
  private move: { from: number; to: number } | undefined;
  private moves: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(options: ClockOptions) {
    this.options = options;
    this.shift[0] = options.shiftMs ?? 0;
  }

  readonly now = (): number => Date.now() + (this.shift[0] ?? 0);

  readonly currentMove = () => this.move;

  at(dueAt: number, run: Due): () => void {
    const { timeline } = this;
    const entry = { dueAt, run };
    const place = timeline.findIndex((other) => other.dueAt > dueAt);
    timeline.splice(place < 0 ? timeline.length : place, 0, entry);
    this.arm();
    return () => {
      const index = timeline.indexOf(entry);
      if (index >= 0) timeline.splice(index, 1);
    };
  }

  until(dueAt: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const cancel = this.at(dueAt, () => {
        signal?.removeEventListener('abort', aborted);
        resolve();
      });
      const aborted = () => {
        cancel();
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', aborted, { once: true });
    });
  }

  advanceTo(target: number): Promise<void> {
    if (target < this.now()) return Promise.reject(new RangeError('The clock only moves forward.'));
    const next = this.moves.then(() => this.runUpTo(target));
    this.moves = next.catch(() => {});
    return next;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.timeline.length = 0;
  }

  private async runEntry(entry: Entry): Promise<void> {
    try {
      await entry.run();
    } catch (error) {
      this.options.onError?.(error);
    }
  }

  private arm(): void {
    clearTimeout(this.timer);
    const [next] = this.timeline;
    if (!next || this.move || this.closed) return;
    const delayMs = Math.min(Math.max(next.dueAt - this.now(), 0), longestTimerMs);
    this.timer = setTimeout(() => this.runDue(), delayMs);
    this.timer.unref();
  }

  private next(upTo: number): Entry | undefined {
    const [first] = this.timeline;
    return first && first.dueAt <= upTo ? this.timeline.shift() : undefined;
  }

  private runDue(): void {
    for (;;) {
      const entry = this.move ? undefined : this.next(this.now());
      if (!entry) return this.arm();
      void this.runEntry(entry);
    }
  }

  private jumpTo(instant: number): void {
    if (instant <= this.now()) return;
    this.shift[0] = instant - Date.now();
    this.options.onShift?.(this.shift[0]);
  }

  private async runUpTo(target: number): Promise<void> {
    this.move = { from: this.now(), to: target };
    clearTimeout(this.timer);
    try {
      await this.options.waitUntilIdle?.();
      for (;;) {
        const entry = this.next(target);
        if (!entry) return this.jumpTo(target);
        this.jumpTo(entry.dueAt);
        await this.runEntry(entry);
        await this.options.waitUntilIdle?.();
      }
    } finally {
      this.move = undefined;
      this.arm();
    }
  }
}

/** Opens a clock that follows real time and can be moved forward. */
export const openClock = (options: ClockOptions = {}): Clock => new MovableClock(options);
