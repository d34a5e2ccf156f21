import { beforeAll, expect, test } from 'vitest';
import { samlReader } from '#adapters/saml/saml-reader.ts';
import { SamlRefused } from '#ports/identity/saml.ts';
import {
  assertionXml,
  doublySignedResponse,
  idpEntityId,
  newSamlKey,
  packed,
  responseXml,
  signedResponse,
  signXml,
  type AssertionFacts,
  type SamlKey,
} from '#test/support/saml/identity-provider.ts';
import { later, noon } from '#test/support/world.ts';

let key: SamlKey;
let nextKey: SamlKey;
let foreign: SamlKey;
beforeAll(() => {
  [key, nextKey, foreign] = [newSamlKey(), newSamlKey(), newSamlKey()];
});

const facts: AssertionFacts = {
  recipient: 'https://scangate.example/v1/sso/o/acs',
  audience: 'https://scangate.example/v1/sso/o/metadata',
  inResponseTo: '_request',
  attributes: { email: ['one@example.com'], groups: ['admins', 'staff'] },
};

const read = (response: string, { now = noon, certificates = [key.certificate] } = {}) =>
  samlReader.read(response, {
    entityId: idpEntityId,
    certificates,
    audience: facts.audience,
    recipient: facts.recipient,
    now,
  });
const readXml = (xml: string, options?: Parameters<typeof read>[1]) => read(packed(xml), options);
/** The reason of a refusal. */
const reasonOf = (result: Promise<unknown>): Promise<string> =>
  result.then(
    () => 'accepted',
    (error: unknown) => (error instanceof SamlRefused ? error.reason : `threw ${String(error)}`),
  );

test('a signed assertion says who signed in, how and when', async () => {
  expect(await readXml(signedResponse({ ...facts, assertionId: '_a' }, key))).toEqual({
    assertionId: '_a',
    inResponseTo: '_request',
    expiresAt: later(360).toISOString(),
    subject: 'person-1',
    email: 'one@example.com',
    signedInAt: later(-5).toISOString(),
    amr: ['urn:oasis:names:tc:SAML:2.0:ac:classes:Password'],
    attributes: facts.attributes,
  });
});

test('a signed response around a signed assertion is accepted, too, but not with a broken outer signature', async () => {
  const xml = doublySignedResponse(facts, key);
  expect((await readXml(xml)).subject).toBe('person-1');
  const broken = xml.replace('Version="2.0" IssueInstant', 'Version="2.0"  Consent="x" IssueInstant');
  expect(await reasonOf(readXml(broken))).toBe('signature');
});

test('either of two certificates verifies while an identity provider rotates its key', async () => {
  const certificates = [key.certificate, nextKey.certificate];
  for (const signer of [key, nextKey])
    expect((await readXml(signedResponse(facts, signer), { certificates })).subject).toBe('person-1');
  expect(await reasonOf(readXml(signedResponse(facts, nextKey)))).toBe('signature');
});

test('a key that the response itself contains is ignored', async () => {
  expect(await reasonOf(readXml(signedResponse(facts, foreign)))).toBe('signature');
});

test('RSA with SHA-512 is accepted', async () => {
  const signatureAlgorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512';
  const digestAlgorithm = 'http://www.w3.org/2001/04/xmlenc#sha512';
  expect((await readXml(signedResponse(facts, key, { signatureAlgorithm, digestAlgorithm }))).subject).toBe(
    'person-1',
  );
});

test.each([
  ['signature_algorithm', { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
  ['digest_algorithm', { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }],
])('SHA-1 is refused: %s', async (reason, options) => {
  expect(await reasonOf(readXml(signedResponse(facts, key, options)))).toBe(reason);
});

test('an unsigned assertion is refused, even within a signed response', async () => {
  const unsigned = responseXml(facts, assertionXml(facts));
  expect(await reasonOf(readXml(unsigned))).toBe('unsigned');
  expect(await reasonOf(readXml(signXml(unsigned, key, { element: 'Response' })))).toBe('unsigned');
});

test('line endings do not matter, because XML normalizes them', async () => {
  const xml = signedResponse({ ...facts, attributes: { email: ['one@example.com'], text: ['a\nb'] } }, key);
  expect((await readXml(xml.replaceAll('\n', '\r\n'))).subject).toBe('person-1');
});

test('changed bytes are refused', async () => {
  const xml = signedResponse(facts, key);
  for (const [from, to] of [
    ['person-1', 'person-2'],
    ['one@example.com', 'two@example.com'],
    ['admins', 'owners'],
  ] as const)
    expect(await reasonOf(readXml(xml.replace(from, to)))).toBe('signature');
});

test('a comment in the NameID is refused, at every position', async () => {
  const nameId = 'admin@example.com<!---->.evil.example';
  expect(await reasonOf(readXml(signedResponse({ ...facts, nameId }, key)))).toBe('markup_refused');
  const xml = signedResponse({ ...facts, nameId: 'admin@example.com.evil.example' }, key);
  const commented = xml.replace('admin@example.com.evil', 'admin@example.com<!-- -->.evil');
  expect(await reasonOf(readXml(commented))).toBe('markup_refused');
});

test.each([
  '<!DOCTYPE x>',
  '<!DOCTYPE x [<!ENTITY e "person-2">]>',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>',
  '<?xml-stylesheet href="x"?>',
  '<!-- -->',
])('%s before the response is refused', async (markup) => {
  const xml = signedResponse(facts, key);
  expect(await reasonOf(readXml(markup + xml))).toBe('markup_refused');
  expect(await reasonOf(readXml(`<?xml version="1.0"?>${markup}${xml}`))).toBe('markup_refused');
});

test('CDATA and entities are refused', async () => {
  const xml = signedResponse(facts, key);
  expect(await reasonOf(readXml(xml.replace('person-1', '<![CDATA[person-1]]>')))).toBe('markup_refused');
  expect(await reasonOf(readXml(xml.replace('person-1', '&e;')))).not.toBe('accepted');
});

test('a declaration of UTF-8 is accepted, and one of another encoding is refused', async () => {
  const xml = signedResponse(facts, key);
  expect((await readXml(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)).subject).toBe('person-1');
  expect(await reasonOf(readXml(`<?xml version="1.0" encoding="UTF-7"?>${xml}`))).toBe('markup_refused');
  expect(await reasonOf(read(Buffer.from(xml, 'utf16le').toString('base64')))).not.toBe('accepted');
});

test.each<[string, Partial<AssertionFacts>]>([
  ['issuer', { issuer: 'https://other.example.com' }],
  ['audience', { audience: 'https://other.example.com' }],
  ['recipient', { recipient: 'https://other.example.com/acs' }],
  ['unsolicited', { inResponseTo: undefined }],
  ['status', { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }],
  ['name_id', { nameId: '' }],
  ['name_id', { nameId: 'x'.repeat(257) }],
  ['name_id', { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
  ['instant', { authnInstant: 'yesterday' }],
  ['authn_instant', { authnInstant: later(61).toISOString() }],
])(
  'a correctly signed assertion that is not meant for this service is refused: %s',
  async (reason, other) => {
    expect(await reasonOf(readXml(signedResponse({ ...facts, ...other }, key)))).toBe(reason);
  },
);

test('the response and its assertion must answer the same request', async () => {
  const xml = signedResponse(facts, key).replace('InResponseTo="_request"', 'InResponseTo="_other"');
  expect(await reasonOf(readXml(xml))).toBe('unsolicited');
});

test('clocks may differ by up to a minute', async () => {
  const at = async (seconds: number) => {
    const xml = signedResponse({ ...facts, now: later(seconds) }, key);
    return reasonOf(readXml(xml));
  };
  expect(await at(-359)).toBe('accepted');
  expect(await at(-361)).toBe('expired');
  expect(await at(60)).toBe('accepted');
});

test('the methods of Entra and REFEDS are reported as mfa', async () => {
  const methods = 'http://schemas.microsoft.com/claims/authnmethodsreferences';
  const entra = { [methods]: ['http://schemas.microsoft.com/claims/multipleauthn'] };
  expect((await readXml(signedResponse({ ...facts, attributes: entra }, key))).amr).toContain('mfa');
  const refeds = { ...facts, contextClass: 'https://refeds.org/profile/mfa' };
  expect((await readXml(signedResponse(refeds, key))).amr).toContain('mfa');
});

test('an address comes from an attribute, else from the NameID, else it is undefined', async () => {
  const claim = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress';
  const emailWith = async (other: Partial<AssertionFacts>) =>
    (await readXml(signedResponse({ ...facts, attributes: {}, ...other }, key))).email;
  expect(await emailWith({ attributes: { [claim]: ['two@example.com'] } })).toBe('two@example.com');
  expect(await emailWith({ nameId: 'three@example.com' })).toBe('three@example.com');
  expect(await emailWith({})).toBeUndefined();
  expect(await emailWith({ attributes: { __proto__: ['x'], email: ['no address'] } })).toBeUndefined();
});
