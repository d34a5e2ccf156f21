import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { openIdentityProvider } from '@scangate/emulator-identity/saml/identity-provider';
import { readSamlCertificate } from '@scangate/domain/identity/sso/saml-certificate';
import { resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { post, sessionsOf, startedSignIn } from '#test/support/sso/saml-sign-in.ts';
import { regulated, storedSso } from '#test/support/sso/sso-world.ts';
import { noon, type TestOrganization } from '#test/support/world.ts';

const folder = mkdtempSync(join(tmpdir(), 'scangate-saml-'));
const person = {
  subject: 'f3b1c2d4-0000-4000-8000-000000000001',
  name: 'Someone',
  email: 'someone@example.com',
  isEmailVerified: true,
  groups: ['security', 'staff'],
  about: 'member',
};
const groupsOf = {
  okta: 'groups',
  entra: 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups',
} as const;

let organization: TestOrganization;
beforeEach(async () => {
  vi.setSystemTime(noon);
  resetWorld();
  organization = await regulated();
});

/** Opens an identity provider whose answers look like those of a product. */
const openProvider = (style: keyof typeof groupsOf, key = 'one') =>
  openIdentityProvider({ path: `${style}-${key}`, style }, { folder, origin: 'http://127.0.0.1:1' });

test.each(['okta', 'entra'] as const)(
  'the answers of %s with default settings sign a person in with the role of a group',
  async (style) => {
    const { organizationId } = organization;
    const provider = await openProvider(style);
    const issuer = {
      kind: 'saml' as const,
      entityId: provider.entityId,
      signInUrl: `${provider.entityId}/sso`,
      certificates: [readSamlCertificate(provider.certificate) ?? ''],
    };
    const roles = { claim: groupsOf[style], values: { security: 'admin' as const } };
    await storedSso(organizationId, issuer, { roles });
    const { cookie, facts } = await startedSignIn(organizationId);
    const request = { id: facts.inResponseTo ?? '', issuer: facts.audience, acsUrl: facts.recipient };
    const answer = await post(organizationId, cookie, await provider.answer(request, person));
    expect(answer.text).toContain('You are signed in');
    const [session] = await sessionsOf(organizationId);
    const member = await world.store.get('member', { organizationId, personId: session?.personId ?? '' });
    expect(member).toMatchObject({ email: 'someone@example.com', role: 'admin' });
  },
);

test('while an identity provider rotates its key, either certificate is accepted', async () => {
  const { organizationId } = organization;
  const [before, after] = [await openProvider('okta', 'before'), await openProvider('okta', 'after')];
  const issuer = {
    kind: 'saml' as const,
    entityId: after.entityId,
    signInUrl: `${after.entityId}/sso`,
    certificates: [before, after].map(({ certificate }) => readSamlCertificate(certificate) ?? ''),
  };
  await storedSso(organizationId, issuer);
  const { cookie, facts } = await startedSignIn(organizationId);
  const request = { id: facts.inResponseTo ?? '', issuer: facts.audience, acsUrl: facts.recipient };
  expect((await post(organizationId, cookie, await after.answer(request, person))).status).toBe(200);
});
