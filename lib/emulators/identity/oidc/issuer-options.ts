import type { Person } from '../person.ts';

export interface OidcClient {
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
}

/** Deviations of an issuer from the standard, for tests that clients detect them. */
export interface Misbehavior {
  /** Claims that its ID tokens omit, such as `auth_time`. */
  omit?: string[];
  /** Wrong claims of its ID tokens, such as another `iss`. */
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
  /** The domain of generated addresses. */
  domain: string;
  /** The authentication methods (RFC 8176) that it claims for a sign-in. */
  amr?: string[];
  /** Signs in a known person whose address `login_hint` gives, without a page. */
  signsInHinted?: boolean;
  misbehavior?: Misbehavior;
}
