/** Requests per token and minute. Generous for pipelines, low enough that one of them cannot starve the others. */
export const rateLimit = { requests: 1_200, windowSeconds: 60 } as const;

export interface RateState {
  remaining: number;
  resetSeconds: number;
  exceeded: boolean;
}

/** The window an instant falls into. */
export const rateWindow = (now: Date): number => Math.floor(now.getTime() / 1000 / rateLimit.windowSeconds);

/** Where a token stands after its `count`-th request of the current window. */
export const rateState = (count: number, now: Date): RateState => ({
  remaining: Math.max(0, rateLimit.requests - count),
  resetSeconds: rateLimit.windowSeconds - (Math.floor(now.getTime() / 1000) % rateLimit.windowSeconds),
  exceeded: count > rateLimit.requests,
});
