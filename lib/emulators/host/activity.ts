/** Work under way that is not somebody's open request: workflow tasks, deliveries, scheduled jobs. */
export interface Activity {
  /** @returns what to call, once, when that work is over. */
  begin(what: string): () => void;
  /** Names of what is under way. */
  list(): string[];
  /**
   * Waits until nothing is under way.
   * @param patienceMs real time to wait at most.
   * @returns whether it became idle.
   */
  idle(patienceMs?: number): Promise<boolean>;
}

export const openActivity = (): Activity => {
  const running = new Map<symbol, string>();
  let waiting: (() => void)[] = [];

  const wakeWhenIdle = () => {
    // What ended may start the next piece in its own continuation: look again after those have run.
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
    idle: (patienceMs = Infinity) =>
      new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const wake = () => {
          clearTimeout(timer);
          resolve(true);
        };
        if (Number.isFinite(patienceMs)) {
          timer = setTimeout(() => {
            waiting = waiting.filter((other) => other !== wake);
            resolve(false);
          }, patienceMs);
        }
        waiting.push(wake);
        if (running.size === 0) wakeWhenIdle();
      }),
  };
};
