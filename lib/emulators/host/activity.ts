/** Tracks background work: workflow tasks, webhook deliveries, scheduled jobs. Open requests do not count. */
export interface Activity {
  /** @returns a function to call once when the work is done. */
  begin(what: string): () => void;
  /** Names of the work under way. */
  list(): string[];
  /**
   * Waits until no work is under way.
   * @param timeoutMs is the longest wait, in real time.
   * @returns whether it became idle.
   */
  idle(timeoutMs?: number): Promise<boolean>;
}

export const openActivity = (): Activity => {
  const running = new Map<symbol, string>();
  let waiting: (() => void)[] = [];

  const wakeWhenIdle = () => {
    // The continuation of finished work may start more work, so this checks again after it has run.
    setImmediate(() => {
      if (running.size > 0) return;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    });
  };

  return {
    begin: (what) => {
      const key = Symbol(what);
      running.set(key, what);
      return () => {
        if (running.delete(key) && running.size === 0) wakeWhenIdle();
      };
    },
    list: () => [...running.values()],
    idle: (timeoutMs = Infinity) =>
      new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const wake = () => {
          clearTimeout(timer);
          resolve(true);
        };
        if (Number.isFinite(timeoutMs)) {
          timer = setTimeout(() => {
            waiting = waiting.filter((other) => other !== wake);
            resolve(false);
          }, timeoutMs);
        }
        waiting.push(wake);
        if (running.size === 0) wakeWhenIdle();
      }),
  };
};
