import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { samlReader } from '#adapters/saml/saml-reader.ts';
import { noon } from '#test/support/world.ts';
import { assertionIn, SamlProvider } from './saml-provider.ts';

const organizationId = '00000000-0000-4000-8000-000000000001';
const recipient = `https://scangate.example/v1/sso/${organizationId}/acs`;
const audience = `https://scangate.example/v1/sso/${organizationId}/metadata`;
const xml = `<samlp:AuthnRequest ID="_state" AssertionConsumerServiceURL="${recipient}"><saml:Issuer>${audience}</saml:Issuer></samlp:AuthnRequest>`;
const query = new URLSearchParams({ SAMLRequest: deflateRawSync(xml).toString('base64') });

test('the service reads what the provider answers, and refuses what another key signed', async () => {
  const provider = new SamlProvider();
  const location = `${provider.signInUrl}?${query}`;
  expect(provider.isAt(location)).toBe(true);
  const { entityId, certificate } = provider;
  const expected = { entityId, certificates: [certificate], audience, recipient, now: noon };
  const now = noon.getTime();
  const { form, organizationId: to } = provider.answer(location, 'a@example.com', { now });
  const { email, inResponseTo, assertionId } = await samlReader.read(form.SAMLResponse, expected);
  expect({ email, inResponseTo, to }).toEqual({
    email: 'a@example.com',
    inResponseTo: '_state',
    to: organizationId,
  });
  expect(assertionIn(form.SAMLResponse)).toBe(assertionId);
  const forged = provider.answer(location, 'a@example.com', { now, isForged: true });
  await expect(samlReader.read(forged.form.SAMLResponse, expected)).rejects.toMatchObject({
    reason: 'signature',
  });
  expect([...provider.given.values()].map(({ isForged }) => isForged)).toEqual([false, true]);
});

test('the key of the provider is the same in each run', () => {
  expect(new SamlProvider().certificate).toBe(new SamlProvider().certificate);
});
