import { readState, signInHash } from '@scangate/domain/identity/sessions/sign-in-secrets';
import { serviceProvider, stateOfRequest } from '@scangate/domain/identity/sso/saml-request';
import { inForce } from '@scangate/domain/identity/sso/sso-settings';
import { Problem } from '@scangate/domain/problem';
import { sha256 } from '@scangate/engines/model/digest';
import { SamlRefused, type SamlReader, type SamlSubject } from '#ports/identity/saml.ts';
import type { PublicAddress } from '#ports/mail/public-address.ts';
import type { Store } from '#ports/store.ts';
import { completeSignIn } from '../sessions/complete-sign-in.ts';
import { recordingRefusals, signInFailed } from '../sessions/sign-in-refusal.ts';
import type { SignInPorts } from '../sessions/sign-in-subject.ts';
import { joinBySso } from './join-by-sso.ts';

/** The form that an identity provider has the browser submit. */
export interface SamlPost {
  organizationId: string;
  response: string | undefined;
  /** The cookie of the browser. */
  browserSecret: string | undefined;
  userAgent: string | undefined;
}

export interface SamlPorts extends Omit<SignInPorts, 'joinBySso'> {
  publicAddress: PublicAddress;
  saml: SamlReader;
}

/** An organization's own issuer only admits people to that organization. */
const nobodySignsUp = { signUp: 'off' } as const;

/**
 * Loads the SAML settings of an organization.
 * @throws SignInRefusal when there are none, or no such organization.
 */
const loadIssuer = async (store: Pick<Store, 'get'>, organizationId: string) => {
  const settings = inForce(await store.get('ssoSettings', { organizationId }, { consistent: true }));
  if (settings?.issuer.kind !== 'saml') throw signInFailed('sso_absent');
  return settings.issuer;
};

const readResponse = async (
  { store, saml, publicAddress }: SamlPorts,
  { organizationId, response = '' }: SamlPost,
  now: Date,
): Promise<{ entityId: string; subject: SamlSubject }> => {
  const publicUrl = await publicAddress.url();
  if (publicUrl === undefined) throw new Problem('conflict', { detail: 'Sign-in is not configured here.' });
  const { entityId, certificates } = await loadIssuer(store, organizationId);
  const { entityId: audience, acsUrl: recipient } = serviceProvider(publicUrl, organizationId);
  try {
    const subject = await saml.read(response, { entityId, certificates, audience, recipient, now });
    return { entityId, subject };
  } catch (error) {
    throw error instanceof SamlRefused ? signInFailed(`saml_${error.reason}`, organizationId) : error;
  }
};

/**
 * Marks an assertion as used, before the session starts: after a crash in between, a person signs in again.
 * @throws SignInRefusal for an assertion that was already used.
 */
const useOnce = async (
  store: Pick<Store<'usedCredential'>, 'commit'>,
  { organizationId, entityId, subject }: { organizationId: string; entityId: string; subject: SamlSubject },
): Promise<void> => {
  const { assertionId, expiresAt } = subject;
  const credentialHash = sha256(JSON.stringify(['saml', organizationId, entityId, assertionId]));
  const failed = await store.commit([
    { change: 'insert', record: 'usedCredential', item: { credentialHash, uses: 1, expiresAt } },
  ]);
  if (failed) throw signInFailed('saml_replayed', organizationId);
};

const finish = async (ports: SamlPorts, post: SamlPost, now: Date) => {
  const { organizationId, browserSecret, userAgent } = post;
  const { entityId, subject } = await readResponse(ports, post, now);
  const state = stateOfRequest(subject.inResponseTo);
  const read = readState(state, browserSecret, now);
  if ('fault' in read) throw signInFailed(read.fault, organizationId);
  if (read.issuerOf !== organizationId) throw signInFailed('state_unknown', organizationId);
  await useOnce(ports.store, { organizationId, entityId, subject });
  const answer = {
    subject: {
      issuer: entityId,
      subject: subject.subject,
      email: subject.email,
      emailVerified: false,
      signedInAt: subject.signedInAt,
      amr: subject.amr,
      claims: subject.attributes,
    },
    stateHash: signInHash(read.secrets.state),
    browserHash: signInHash(browserSecret ?? ''),
    protocol: 'saml' as const,
    issuerOf: organizationId,
    userAgent,
  };
  return completeSignIn({ ...ports, joinBySso }, answer, { signUp: nobodySignsUp, now });
};

/**
 * Finishes a sign-in with the SAML response of an organization's identity provider (docs/adr/0072-saml.md).
 * @returns the secret for the browser's cookie, and the page to which the browser is redirected.
 * @throws SignInRefusal, or Problem conflict.
 */
export const finishSamlSignIn = (
  ports: SamlPorts,
  post: SamlPost,
  now: Date,
): Promise<{ secret: string; returnTo: string }> =>
  recordingRefusals(ports, now, () => finish(ports, post, now));
