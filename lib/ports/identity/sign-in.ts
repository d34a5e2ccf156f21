import type { SignUpSetting } from '@scangate/domain/identity/sessions/sign-up';

/** The issuer of this deployment, and the client that the service is there. */
export interface SignInConfiguration {
  issuer: string;
  clientId: string;
  /** The one origin of the service: its API and the pages that people see. */
  publicUrl: string;
  signUp: SignUpSetting;
  /** People whom the issuer signs in when a browser names their address. */
  people?: readonly NamedPerson[];
}

/** A person who gets a button of their own on the sign-in page. */
interface NamedPerson {
  label: string;
  email: string;
}

/** The issuer of an organization, in place of that of the deployment. */
export interface OrganizationIssuer {
  issuer: string;
  clientId: string;
  secret: string;
}

/** The values that bind an answer of the issuer to the browser that asked. */
interface SignInBinding {
  state: string;
  nonce: string;
  /** The verifier of PKCE. */
  verifier: string;
  redirectUri: string;
}

interface AuthorizationRequest extends SignInBinding {
  prompt?: 'login';
  /** Seconds since the last authentication; 0 asks for a new one. */
  maxAge?: number;
  loginHint?: string;
}

export interface AuthorizationAnswer extends SignInBinding {
  /** The address that the browser was sent back to, with its query. */
  callbackUrl: string;
}

/** The claims of the issuer about a person. */
export interface SignInClaims {
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  /** The instant of the authentication, where the issuer says it. */
  authTime: string | undefined;
  amr: readonly string[];
  /** Claims that are a text or a list of texts, by name. */
  claims: Readonly<Record<string, readonly string[]>>;
}

/** The answer of the issuer proves nothing. The message is for the log. */
export class SignInFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SignInFailure';
  }
}

/** The issuer at which people sign in (OpenID Connect, authorization code with PKCE). */
export interface SignInProvider {
  /** Returns undefined where the deployment has no sign-in. */
  configuration(): Promise<SignInConfiguration | undefined>;
  /** Returns the address that the browser is sent to. @throws Transient when the issuer does not answer. */
  authorizationUrl(
    request: AuthorizationRequest,
    issuer?: Omit<OrganizationIssuer, 'secret'>,
  ): Promise<string>;
  /** Exchanges the code of an answer. @throws SignInFailure, or Transient when the issuer does not answer. */
  exchange(answer: AuthorizationAnswer, issuer?: OrganizationIssuer): Promise<SignInClaims>;
}
