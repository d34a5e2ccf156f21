/** Time and randomness between the tries of an operation. */
export interface Backoff {
  /** Waits. */
  sleep(delayMs: number): Promise<void>;
  /** Draws a number from 0 up to, but not including, 1. */
  random(): number;
}

const noWait: Backoff = { sleep: async () => {}, random: () => 0 };

let installed = noWait;

/** Sets the backoff of this process; the runtime does it where it wires the store. */
export const installBackoff = (backoff: Backoff): void => {
  installed = backoff;
};

/** Returns the installed backoff. Without one, as in tests, the next try starts at once. */
export const currentBackoff = (): Backoff => installed;
