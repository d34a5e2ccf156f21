/** Limits how long a use case waits for an answer that it can do without. */
export interface Timer {
  sleep(delayMs: number): Promise<void>;
}
