/** Requests per token and minute: enough for pipelines, and too few for one of them to starve the others. */
export const rateLimit = { requests: 1_200, windowSeconds: 60 } as const;

export interface RateState {
  remaining: number;
  resetSeconds: number;
  exceeded: boolean;
}

/** The number of the window that an instant falls into. */
export const rateWindow = (now: Date): number => Math.floor(now.getTime() / 1000 / rateLimit.windowSeconds);

/** The rate limit of a token after its `count`-th request in the current window. */
export const rateState = (count: number, now: Date): RateState => ({
  remaining: Math.max(0, rateLimit.requests - count),
  resetSeconds: rateLimit.windowSeconds - (Math.floor(now.getTime() / 1000) % rateLimit.windowSeconds),
  exceeded: count > rateLimit.requests,
});
