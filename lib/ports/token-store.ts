import type { Token } from '@scangate/domain/records';

/** Tokens for the authorizer. */
export interface TokenStore {
  /**
   * Counts a request of the token in the given window and returns the token. The one write replaces a read, and keeps
   * the rate limit and the last use. Undefined when there is no such token.
   */
  countRequest(
    tokenHash: string,
    window: number,
    now: string,
  ): Promise<{ token: Token; requests: number } | undefined>;
}
