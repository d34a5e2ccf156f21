import * as oidc from 'openid-client';
import { Transient } from '@scangate/domain/problem';
import type { SignUpSetting } from '@scangate/domain/identity/sessions/sign-up';
import {
  SignInFailure,
  type AuthorizationAnswer,
  type OrganizationIssuer,
  type SignInClaims,
  type SignInConfiguration,
  type SignInProvider,
} from '#ports/identity/sign-in.ts';
import { OutboundFailure, type OutboundFetch } from '#ports/outbound.ts';
import { boundedCache } from './bounded-cache.ts';
import { readClaims } from './read-claims.ts';

export interface OidcOptions {
  /** Reads the issuer of the deployment; undefined when there is none. */
  readDeployment(): Promise<
    (Omit<SignInConfiguration, 'signUp'> & { secret: string | undefined }) | undefined
  >;
  signUp: SignUpSetting;
  fetch: OutboundFetch;
  now: () => number;
}

interface Issuer {
  issuer: string;
  clientId: string;
  secret?: string | undefined;
}

/** The time for which documents of an issuer are cached, and the number of issuers. */
const keep = { ms: 10 * 60_000, entries: 50 };

const scope = 'openid email profile';

const unreachedReasons: readonly string[] = ['unreachable', 'timed_out', 'name_unknown', 'tls_failed'];

/** Distinguishes an issuer that does not respond from one that refuses. */
const reachable = (error: unknown): boolean =>
  error instanceof OutboundFailure && unreachedReasons.includes(error.reason);

/** The chain of causes, because libraries wrap errors. */
const causesOf = (error: unknown): unknown[] =>
  error instanceof Error ? [error, ...causesOf(error.cause)] : [error];

const failureOf = (error: unknown, doing: string): Error => {
  const causes = causesOf(error);
  if (causes.some(reachable)) return new Transient(`the issuer did not respond: ${doing}`, { cause: error });
  const names = causes.map((cause) => (cause instanceof Error ? cause.message.slice(0, 100) : 'unknown'));
  return new SignInFailure(`${doing}: ${names.join(': ')}`, { cause: error });
};

/** The client authenticates by the standard's default method if the issuer accepts it. */
const authenticateWith = (secret: string): oidc.ClientAuth => {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (...call) => {
    const methods = call[0].token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(...call);
  };
};

/**
 * Fetches the documents of an issuer.
 * @throws Transient when it does not respond as an issuer must.
 */
const discover = async (
  { issuer, clientId, secret }: Issuer,
  fetch: OutboundFetch,
): Promise<oidc.Configuration> => {
  const authentication = secret === undefined ? oidc.None() : authenticateWith(secret);
  const url = new URL(issuer);
  try {
    const configuration = await oidc.discovery(url, clientId, secret, authentication, {
      [oidc.customFetch]: fetch as oidc.CustomFetch,
      ...(url.protocol === 'http:' && { execute: [oidc.allowInsecureRequests] }),
    });
    return configuration;
  } catch (error) {
    throw new Transient('the issuer cannot be used', { cause: error });
  }
};

const urlOf = async (
  configuration: oidc.Configuration,
  request: Parameters<SignInProvider['authorizationUrl']>[0],
): Promise<string> => {
  const { state, nonce, verifier, redirectUri, prompt, maxAge, loginHint } = request;
  return oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(prompt && { prompt }),
    ...(maxAge !== undefined && { max_age: String(maxAge) }),
    ...(loginHint !== undefined && { login_hint: loginHint }),
  }).href;
};

const exchangeWith = async (
  configuration: oidc.Configuration,
  { callbackUrl, state, nonce, verifier }: AuthorizationAnswer,
): Promise<SignInClaims> => {
  try {
    const tokens = await oidc.authorizationCodeGrant(configuration, new URL(callbackUrl), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    // The tokens of the issuer are dropped here: only their claims about the person are kept.
    return readClaims(configuration.serverMetadata().issuer, tokens.claims());
  } catch (error) {
    throw failureOf(error, 'the code was not exchanged');
  }
};

/**
 * Signs people in at issuers of OpenID Connect: authorization code, PKCE with S256, state, nonce and `iss`
 * (docs/adr/0066-sessions.md).
 */
export const oidcSignIn = (options: OidcOptions): SignInProvider => {
  const documents = boundedCache<oidc.Configuration>({ ...keep, now: options.now });
  const deployment = async (): Promise<Issuer> => {
    const read = await options.readDeployment();
    if (!read) throw new SignInFailure('no issuer is set up');
    const { issuer, clientId, secret } = read;
    return { issuer, clientId, secret };
  };
  const open = async (own: (Omit<OrganizationIssuer, 'secret'> & { secret?: string }) | undefined) => {
    const issuer = own ?? (await deployment());
    const key = JSON.stringify([own !== undefined, issuer.issuer, issuer.clientId, issuer.secret ?? null]);
    return documents(key, () => discover(issuer, options.fetch));
  };
  return {
    configuration: async () => {
      const read = await options.readDeployment();
      if (!read) return undefined;
      const { issuer, clientId, publicUrl, people } = read;
      return { issuer, clientId, publicUrl, signUp: options.signUp, ...(people && { people }) };
    },
    authorizationUrl: async (request, issuer) => urlOf(await open(issuer), request),
    exchange: async (answer, issuer) => exchangeWith(await open(issuer), answer),
  };
};
