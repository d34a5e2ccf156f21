import { readState, signInHash } from '@scangate/domain/identity/sessions/sign-in-secrets';
import { addMs } from '@scangate/domain/instant';
import type { SignInClaims, SignInProvider } from '#ports/identity/sign-in.ts';
import { SignInFailure } from '#ports/identity/sign-in.ts';
import type { SsoSecretContext, SecretDecrypter } from '#ports/secret-cipher.ts';
import { joinBySso } from '../sso/join-by-sso.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { openOrganizationIssuer } from './organization-issuer.ts';
import { recordingRefusals, signInFailed } from './sign-in-refusal.ts';
import type { SignInPorts, SignInSubject } from './sign-in-subject.ts';
import { redirectUriOf, requireConfiguration } from './start-sign-in.ts';

/** The response of an issuer, as brought by a browser. */
export interface Callback {
  parameters: URLSearchParams;
  /** The cookie of the browser. */
  browserSecret: string | undefined;
  userAgent: string | undefined;
}

export interface CallbackPorts extends Omit<SignInPorts, 'joinBySso'> {
  signIn: SignInProvider;
  ssoSecrets: SecretDecrypter<SsoSecretContext>;
}

/** Clocks differ by at most this much. */
const skewMs = 60_000;

/** A sign-in in the future would count as recent for as long as the issuer likes. */
const signedInAt = (
  { authTime }: SignInClaims,
  { issuerOf, now }: { issuerOf: string | undefined; now: Date },
): string | undefined => {
  if (authTime === undefined) return undefined;
  if (authTime > addMs(now, skewMs)) throw signInFailed('auth_time', issuerOf);
  return authTime < now.toISOString() ? authTime : now.toISOString();
};

const finish = async (
  ports: CallbackPorts,
  { parameters, browserSecret, userAgent }: Callback,
  now: Date,
) => {
  const configuration = await requireConfiguration(ports.signIn);
  const read = readState(parameters.get('state') ?? undefined, browserSecret, now);
  if ('fault' in read) throw signInFailed(read.fault);
  const { secrets, issuerOf } = read;
  const issuer = issuerOf === undefined ? undefined : await openOrganizationIssuer(ports, issuerOf);
  const redirectUri = redirectUriOf(configuration);
  // The code is exchanged before the database is read: everything that binds it to this browser follows from the
  // cookie.
  const claims = await ports.signIn
    .exchange({ ...secrets, redirectUri, callbackUrl: `${redirectUri}?${parameters}` }, issuer)
    .catch((error: unknown) => {
      throw error instanceof SignInFailure ? signInFailed('answer_invalid', issuerOf) : error;
    });
  const { email, emailVerified, amr } = claims;
  const subject: SignInSubject = {
    issuer: claims.issuer,
    subject: claims.subject,
    email,
    emailVerified,
    signedInAt: signedInAt(claims, { issuerOf, now }),
    amr,
    claims: claims.claims,
  };
  const answer = {
    subject,
    stateHash: signInHash(secrets.state),
    browserHash: signInHash(browserSecret ?? ''),
    protocol: 'oidc' as const,
    issuerOf,
    userAgent,
  };
  return completeSignIn({ ...ports, joinBySso }, answer, { signUp: configuration.signUp, now });
};

/**
 * Finishes a sign-in with the parameters that the issuer sent through the browser (docs/adr/0066-sessions.md).
 * @returns the secret for the browser's cookie, and the page to which the browser is redirected.
 * @throws SignInRefusal, or Problem conflict or temporarily_unavailable.
 */
export const finishSignIn = (
  ports: CallbackPorts,
  callback: Callback,
  now: Date,
): Promise<{ secret: string; returnTo: string }> =>
  recordingRefusals(ports, now, () => finish(ports, callback, now));
