import type { Person } from '../person.ts';

export interface OidcClient {
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
}

/** Ways in which an issuer departs from the standard, for tests of those who must notice. */
export interface Misbehavior {
  /** Claims that its ID tokens lack, such as `auth_time`. */
  omit?: string[];
  /** Claims that its ID tokens have instead of the right ones, such as another `iss`. */
  claims?: Record<string, unknown>;
  /** The `iss` parameter of its authorization responses; null leaves it out. */
  responseIssuer?: string | null;
}

/** An OpenID Connect issuer. The options cross to a thread, so they are plain data. */
export interface IssuerOptions {
  /** The first segment of its path. */
  path: string;
  title: string;
  clients: OidcClient[];
  people: Person[];
  /** The domain of fresh addresses. */
  domain: string;
  /** The authentication methods (RFC 8176) that its sign-in claims. */
  amr?: string[];
  /** Signs in a known person whom `login_hint` names by address, without a page. */
  signsInHinted?: boolean;
  misbehavior?: Misbehavior;
}
