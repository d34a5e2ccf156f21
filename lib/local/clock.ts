/** What falls due at an instant. Awaited before time moves on. */
type Due = () => unknown;

export interface Clock {
  /** Milliseconds since the epoch, as the functions see them. */
  now(): number;
  /** Eight bytes that hold the shift in milliseconds; workers read it. */
  readonly shared: SharedArrayBuffer;
  /** @returns what cancels it. */
  at(dueAt: number, run: Due): () => void;
  /** Resolves when the clock shows `dueAt`; rejects when the signal aborts. */
  until(dueAt: number, signal?: AbortSignal): Promise<void>;
  /** Moves forward, running in order what falls due on the way. Rejects with RangeError when that is the past. */
  advanceTo(target: number): Promise<void>;
  /** The move under way, if any. */
  advance(): { from: number; to: number } | undefined;
  close(): void;
}

interface Entry {
  dueAt: number;
  run: Due;
}

const longestTimerMs = 2 ** 30;

/**
 * A clock that can be moved forward. Real time passing moves it too.
 * @param options.moved told of every new shift before anything runs under it, so that time never goes back after a crash.
 * @param options.settled waits for what a due thing set off, before time moves on.
 */
export const openClock = (
  options: {
    shiftMs?: number;
    moved?: (shiftMs: number) => void;
    settled?: () => Promise<unknown>;
    failed?: (error: unknown) => void;
  } = {},
): Clock => {
  const shared = new SharedArrayBuffer(8);
  const shift = new Float64Array(shared);
  shift[0] = options.shiftMs ?? 0;
  const now = () => Date.now() + (shift[0] ?? 0);

  const timeline: Entry[] = [];
  let timer: NodeJS.Timeout | undefined;
  const state: { move: { from: number; to: number } | undefined; closed: boolean } = {
    move: undefined,
    closed: false,
  };
  let moves: Promise<void> = Promise.resolve();

  const runEntry = async (entry: Entry) => {
    try {
      await entry.run();
    } catch (error) {
      options.failed?.(error);
    }
  };

  const arm = () => {
    clearTimeout(timer);
    const next = timeline[0];
    if (!next || state.move || state.closed) return;
    timer = setTimeout(runDue, Math.min(Math.max(next.dueAt - now(), 0), longestTimerMs));
    timer.unref();
  };

  const runDue = () => {
    while (!state.move && timeline[0] && timeline[0].dueAt <= now()) void runEntry(timeline.shift() as Entry);
    arm();
  };

  const at = (dueAt: number, run: Due) => {
    const entry = { dueAt, run };
    const place = timeline.findIndex((other) => other.dueAt > dueAt);
    timeline.splice(place < 0 ? timeline.length : place, 0, entry);
    arm();
    return () => {
      const index = timeline.indexOf(entry);
      if (index >= 0) timeline.splice(index, 1);
    };
  };

  const jumpTo = (instant: number) => {
    if (instant <= now()) return;
    shift[0] = instant - Date.now();
    options.moved?.(shift[0]);
  };

  const runUpTo = async (target: number) => {
    state.move = { from: now(), to: target };
    clearTimeout(timer);
    try {
      await options.settled?.();
      while (!state.closed && timeline[0] && timeline[0].dueAt <= target) {
        const entry = timeline.shift() as Entry;
        jumpTo(entry.dueAt);
        await runEntry(entry);
        await options.settled?.();
      }
      jumpTo(target);
    } finally {
      state.move = undefined;
      arm();
    }
  };

  return {
    now,
    shared,
    at,
    until: (dueAt, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error);
        const cancel = at(dueAt, () => {
          signal?.removeEventListener('abort', aborted);
          resolve();
        });
        const aborted = () => {
          cancel();
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', aborted, { once: true });
      }),
    advanceTo: (target) => {
      if (target < now()) return Promise.reject(new RangeError('The clock only moves forward.'));
      const next = moves.then(() => runUpTo(target));
      moves = next.catch(() => {});
      return next;
    },
    advance: () => state.move,
    close: () => {
      state.closed = true;
      clearTimeout(timer);
      timeline.length = 0;
    },
  };
};
