/** Requests per token and minute: enough for pipelines, and too few for one of them to starve the others. */
export const rateLimit = { requests: 1_200, windowSeconds: 60 } as const;

/** Requests per organization and minute, unless the operator says otherwise: five tokens at their limit. */
export const defaultOrganizationRate = 6_000;

/** One in this many requests is counted for its organization, and represents all of them. */
export const sampledRequests = 16;

/** The limits that a request can exceed. */
export const limitNames = ['token', 'organization'] as const;
export type LimitName = (typeof limitNames)[number];

export interface RateState {
  /** The remaining requests of the token. */
  remaining: number;
  resetSeconds: number;
  organization: { limit: number; remaining: number };
  exceeded?: LimitName;
}

/** The number of the window that an instant falls into. */
export const rateWindow = (now: Date): number => Math.floor(now.getTime() / 1000 / rateLimit.windowSeconds);

/** The limits after the `count`-th request of a token in the current window, and those counted for its organization. */
export const rateState = (
  count: number,
  now: Date,
  { limit, requests } = { limit: defaultOrganizationRate, requests: 0 },
): RateState => {
  const tooMany: Record<LimitName, boolean> = {
    token: count > rateLimit.requests,
    organization: requests > limit,
  };
  const exceeded = limitNames.find((name) => tooMany[name]);
  return {
    remaining: Math.max(0, rateLimit.requests - count),
    resetSeconds: rateLimit.windowSeconds - (Math.floor(now.getTime() / 1000) % rateLimit.windowSeconds),
    organization: { limit, remaining: Math.max(0, limit - requests) },
    ...(exceeded && { exceeded }),
  };
};
