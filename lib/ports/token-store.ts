import type { Token } from '@scangate/domain/records';

/** Tokens as the authorizer sees them. */
export interface TokenStore {
  /**
   * Counts one request of this token in the given window and returns the token: one write instead of a read, which
   * gives the rate limit and the last use for nothing. Undefined when there is no such token.
   */
  countRequest(
    tokenHash: string,
    window: number,
    now: string,
  ): Promise<{ token: Token; requests: number } | undefined>;
}
