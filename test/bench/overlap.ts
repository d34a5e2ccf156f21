/** Far longer than a busy machine needs between two requests that a function sends at once. */
const quietMs = 500;

/** Holds back the answers of one function until it has sent all that it sends without them. */
export interface Overlap {
  caller: string;
  /** Notes that a request has arrived. */
  arrived(): void;
  /** Resolves when no request has arrived for a while. */
  quiet(): Promise<void>;
}

/**
 * Makes concurrent calls overlap on every machine: without it, a call that is sent late looks as if it had needed the
 * answer of another one.
 */
export const overlapOf = (caller: string): Overlap => {
  let held: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let requests = 0;
  const release = (): void => {
    for (const answer of held.splice(0)) answer();
  };
  const restart = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const before = requests;
      // A request may have reached this process and wait for its turn behind the timer.
      setImmediate(() => requests === before && release());
    }, quietMs);
  };
  return {
    caller,
    arrived: () => {
      requests += 1;
      restart();
    },
    quiet: () =>
      new Promise((resolve) => {
        held.push(resolve);
        restart();
      }),
  };
};
