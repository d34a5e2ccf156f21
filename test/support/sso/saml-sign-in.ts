import { newSignInSecrets, signInHash } from '@scangate/domain/identity/sessions/sign-in-secrets';
import { serviceProvider } from '@scangate/domain/identity/sso/saml-request';
import { call, world } from '#test/support/api/call-endpoint.ts';
import {
  idpEntityId,
  newSamlKey,
  packed,
  signedResponse,
  type AssertionFacts,
} from '#test/support/saml/identity-provider.ts';
import { later, noon, testIds, write } from '#test/support/world.ts';
import { storedSso } from './sso-world.ts';

const publicUrl = 'https://scangate.example';
/** The key of the identity provider; it is made once for a file of tests. */
export const samlKey = newSamlKey();
export const samlIssuer = {
  kind: 'saml' as const,
  entityId: idpEntityId,
  signInUrl: 'https://idp.example.com/sso',
  certificates: [samlKey.certificate],
};

export const withSaml = (organizationId: string, more: Parameters<typeof storedSso>[2] = {}) =>
  storedSso(organizationId, samlIssuer, more);

/** A browser that has started a sign-in at the identity provider of an organization. */
export interface Browser {
  cookie: string;
  facts: AssertionFacts;
}

/** Starts a sign-in as `GET /v1/session/start` does. */
export const startedSignIn = async (
  organizationId: string,
  { issuerOf = organizationId, now = noon } = {},
): Promise<Browser> => {
  const browserSecret = Buffer.from(testIds.bytes(32)).toString('base64url');
  const { state } = newSignInSecrets(browserSecret, { issuerOf, random: testIds.bytes(16), now });
  await write(world.store, [
    {
      change: 'insert',
      record: 'signIn',
      item: {
        stateHash: signInHash(state),
        browserHash: signInHash(browserSecret),
        protocol: 'saml',
        issuerOf,
        returnTo: '/console/scans',
        startedAt: now.toISOString(),
        expiresAt: later(600).toISOString(),
      },
    },
  ]);
  const { entityId, acsUrl } = serviceProvider(publicUrl, organizationId);
  return {
    cookie: `__Host-scangate-signin=${browserSecret}`,
    facts: {
      recipient: acsUrl,
      audience: entityId,
      inResponseTo: `_${state}`,
      attributes: { email: ['new@example.com'] },
    },
  };
};

/** Posts a response as a browser does. */
export const post = (organizationId: string, cookie: string | undefined, response: string) =>
  call('complete-saml-sign-in', {
    params: { organizationId },
    raw: new URLSearchParams({ SAMLResponse: response, RelayState: 'x' }).toString(),
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Accept: 'text/html,application/xhtml+xml',
      ...(cookie !== undefined && { Cookie: cookie }),
    },
  });

/** Signs in as somebody. */
export const signInAs = async (organizationId: string, other: Partial<AssertionFacts> = {}) => {
  const { cookie, facts } = await startedSignIn(organizationId);
  return post(organizationId, cookie, packed(signedResponse({ ...facts, ...other }, samlKey)));
};

/** The sessions that exist, with whom they are of. */
export const sessionsOf = async (organizationId: string) => {
  const { items } = await world.store.list('tokens', { organizationId });
  return items.filter(({ kind }) => kind === 'session');
};
