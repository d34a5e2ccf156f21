import {
  isBrowserSecret,
  newBrowserSecret,
  newSignInSecrets,
  type SignInSecrets,
  signInHash,
  signInMs,
} from '@scangate/domain/identity/sessions/sign-in-secrets';
import { samlRequestUrl } from '@scangate/domain/identity/sso/saml-request';
import { addMs } from '@scangate/domain/instant';
import { Problem } from '@scangate/domain/problem';
import type { SignIn } from '@scangate/domain/records';
import { isWellFormedToken, tokenHash } from '@scangate/domain/identity/tokens';
import type { Ids } from '#ports/ids.ts';
import type { SignInConfiguration, SignInProvider } from '#ports/identity/sign-in.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import { findOrganizationIssuer } from './organization-issuer.ts';

/** A browser that begins to sign in. */
export interface SignInStart {
  returnTo: string;
  email?: string | undefined;
  providerId?: string | undefined;
  /** The secret of an invitation's link. */
  invitation?: string | undefined;
  /** Requests a new authentication, in place of the session of the browser. */
  isRecent?: boolean;
  /** The cookies of the browser. */
  browserSecret: string | undefined;
  sessionSecret: string | undefined;
}

export interface StartPorts {
  store: Pick<Store<'signIn' | 'token' | 'domainClaim' | 'ssoSettings', 'signIn'>, 'get' | 'commit'>;
  ids: Ids;
  signIn: SignInProvider;
}

/** @throws Problem conflict in a deployment without sign-in. */
export const requireConfiguration = async (
  signIn: Pick<SignInProvider, 'configuration'>,
): Promise<SignInConfiguration> => {
  const configuration = await signIn.configuration();
  if (!configuration) throw new Problem('conflict', { detail: 'Sign-in is not configured here.' });
  return configuration;
};

/** The only URL to which issuers redirect browsers. */
export const redirectUriOf = ({ publicUrl }: SignInConfiguration): string =>
  `${publicUrl.replace(/\/$/, '')}/v1/session/callback`;

const wellFormed = (secret: string | undefined): string | undefined =>
  secret !== undefined && isWellFormedToken(secret) ? secret : undefined;

/** @throws Problem invitation_expired for a secret that no invitation ever had. */
const invitationHashOf = (invitation: string | undefined): string | undefined => {
  if (invitation === undefined) return undefined;
  const secret = invitation.startsWith('sgi_') ? wellFormed(invitation) : undefined;
  if (secret === undefined)
    throw new Problem('invitation_expired', {
      detail: 'The link is incomplete. Open it from the mail again.',
    });
  return tokenHash(secret);
};

type OwnIssuer = NonNullable<Awaited<ReturnType<typeof findOrganizationIssuer>>>;

interface Asking {
  signIn: SignInProvider;
  secrets: SignInSecrets;
  own: OwnIssuer | undefined;
}

/** The URL of the issuer: that of the deployment, or the organization's own, by OpenID Connect or SAML. */
const urlOf = async (
  { signIn, secrets, own }: Asking,
  { isRecent = false, email }: SignInStart,
  { configuration, now }: { configuration: SignInConfiguration; now: Date },
): Promise<string> => {
  const { publicUrl } = configuration;
  if (own?.issuer.kind === 'saml') {
    const { organizationId, issuer } = own;
    const { state } = secrets;
    const request = { state, organizationId, signInUrl: issuer.signInUrl, publicUrl, isRecent };
    return samlRequestUrl({ ...request, now: now.toISOString() });
  }
  const request = {
    ...secrets,
    redirectUri: redirectUriOf(configuration),
    ...(isRecent && { prompt: 'login' as const, maxAge: 0 }),
    ...(email !== undefined && { loginHint: email }),
  };
  return signIn.authorizationUrl(request, own?.issuer);
};

const signInRecord = (
  { returnTo, invitation, sessionSecret }: SignInStart,
  { state, browserSecret, own }: { state: string; browserSecret: string; own: OwnIssuer | undefined },
  now: Date,
): SignIn => {
  const invitationHash = invitationHashOf(invitation);
  const session = sessionSecret?.startsWith('sgc_') ? wellFormed(sessionSecret) : undefined;
  return {
    stateHash: signInHash(state),
    browserHash: signInHash(browserSecret),
    protocol: own?.issuer.kind ?? 'oidc',
    returnTo,
    ...(own && { issuerOf: own.organizationId }),
    ...(session !== undefined && { renews: tokenHash(session) }),
    ...(invitationHash !== undefined && { invitationHash }),
    startedAt: now.toISOString(),
    expiresAt: addMs(now, signInMs),
  };
};

/**
 * A person who authenticates again does so at the issuer where the session began: the issuer of the deployment may
 * not know them. The issuer vouches for the person in any case, so that the session need not be live.
 */
const withSessionIssuer = async (
  store: Pick<StartPorts['store'], 'get'>,
  { isRecent = false, email, providerId, sessionSecret }: SignInStart,
): Promise<{ email: string | undefined; providerId: string | undefined }> => {
  const secret = sessionSecret?.startsWith('sgc_') ? wellFormed(sessionSecret) : undefined;
  const isOpen = email === undefined && providerId === undefined;
  if (!isRecent || !isOpen || secret === undefined) return { email, providerId };
  const token = await store.get('token', { tokenHash: tokenHash(secret) });
  return { email, providerId: token?.session?.issuerOf };
};

/**
 * Starts a sign-in: stores it under the hash of its state, and returns where the browser is redirected. Several
 * sign-ins of one browser share its secret, so that two tabs do not disturb each other.
 * @returns whether the issuer returns the browser by a form of its own, as SAML does.
 * @throws Problem conflict, invitation_expired or temporarily_unavailable.
 */
export const startSignIn = async (
  { store, ids, signIn }: StartPorts,
  start: SignInStart,
  { configuration, now }: { configuration: SignInConfiguration; now: Date },
): Promise<{ url: string; browserSecret: string; crossSite: boolean }> => {
  const browserSecret = isBrowserSecret(start.browserSecret)
    ? start.browserSecret
    : newBrowserSecret(ids.bytes(32));
  const own = await findOrganizationIssuer(store, await withSessionIssuer(store, start));
  const issuerOf = own?.organizationId;
  const secrets = newSignInSecrets(browserSecret, { issuerOf, random: ids.bytes(16), now });
  const record = signInRecord(start, { state: secrets.state, browserSecret, own }, now);
  const url = await urlOf({ signIn, secrets, own }, start, { configuration, now });
  await commitOrThrow(store, [{ change: 'insert', record: 'signIn', item: record }]);
  return { url, browserSecret, crossSite: record.protocol === 'saml' };
};
