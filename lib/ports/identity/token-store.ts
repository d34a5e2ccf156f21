import type { TokenKind } from '@scangate/domain/identity/caller';
import type { RateMinute, Token } from '@scangate/domain/records';

/** A credential as a request sends it: well-formed, and in the place for its kind. */
export interface SentCredential {
  secret: string;
  kind: TokenKind;
  /** Whether the request does not keep a session alive, because no person caused it. */
  background: boolean;
}

/** A request with a credential. */
export interface CountedRequest {
  tokenHash: string;
  kind: TokenKind;
  /** Whether it keeps a session alive. */
  extends: boolean;
  now: Date;
}

/** Credentials for the authorizer. */
export interface TokenStore {
  /**
   * Counts a request of the credential in the current minute and returns the credential. This single write replaces
   * a read; it updates the rate limit, the last use, and the idle timeout of a session. Undefined when there is no
   * such credential, and for a session that timed out.
   */
  countRequest(request: CountedRequest): Promise<{ token: Token; requests: number } | undefined>;
  /** Adds requests to the number of an organization's requests in a minute. */
  countOrganization(minute: RateMinute): Promise<void>;
}
