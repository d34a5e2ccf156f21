/** The time of a run, and the signal that ends it before the function's own time-out. */
export interface RunContext {
  now: Date;
  signal: AbortSignal;
}
