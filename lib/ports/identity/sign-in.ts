import type { SignUpSetting } from '@scangate/domain/identity/sessions/sign-up';

/** The issuer of this deployment, and the service's client there. */
export interface SignInConfiguration {
  issuer: string;
  clientId: string;
  /** The one origin of the service: its API and the pages that people see. */
  publicUrl: string;
  signUp: SignUpSetting;
  /** People whom the issuer signs in when a browser sends their address. */
  people?: readonly NamedPerson[];
}

/** A person who gets a button of their own on the sign-in page. */
interface NamedPerson {
  label: string;
  email: string;
}

/** The issuer of an organization, which replaces that of the deployment. */
export interface OrganizationIssuer {
  issuer: string;
  clientId: string;
  secret: string;
}

/** The values that bind a response of the issuer to the browser that sent the request. */
interface SignInBinding {
  state: string;
  nonce: string;
  /** The PKCE verifier. */
  verifier: string;
  redirectUri: string;
}

interface AuthorizationRequest extends SignInBinding {
  prompt?: 'login';
  /** Maximum seconds since the last authentication; 0 requires a new one. */
  maxAge?: number;
  loginHint?: string;
}

export interface AuthorizationAnswer extends SignInBinding {
  /** The address to which the browser was redirected back, with its query. */
  callbackUrl: string;
}

/** The claims of the issuer about a person. */
export interface SignInClaims {
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  /** The instant of the authentication, if the issuer states it. */
  authTime: string | undefined;
  amr: readonly string[];
  /** Claims that are a string or a list of strings, by name. */
  claims: Readonly<Record<string, readonly string[]>>;
}

/** The response of the issuer is not valid. The message is for the log. */
export class SignInFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SignInFailure';
  }
}

/** The issuer at which people sign in (OpenID Connect, authorization code with PKCE). */
export interface SignInProvider {
  /** Returns undefined when the deployment has no sign-in. */
  configuration(): Promise<SignInConfiguration | undefined>;
  /** Returns the address to which the browser is redirected. @throws Transient when the issuer does not respond. */
  authorizationUrl(
    request: AuthorizationRequest,
    issuer?: Omit<OrganizationIssuer, 'secret'>,
  ): Promise<string>;
  /** Exchanges the code of a response. @throws SignInFailure, or Transient when the issuer does not respond. */
  exchange(answer: AuthorizationAnswer, issuer?: OrganizationIssuer): Promise<SignInClaims>;
}
