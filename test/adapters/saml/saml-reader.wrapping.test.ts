import { expect, test } from 'vitest';
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
  type AssertionFacts,
} from '#test/support/saml/identity-provider.ts';
import { wrappedResponses } from '#test/support/saml/wrapped-responses.ts';
import { noon } from '#test/support/world.ts';

const key = newSamlKey();
const facts: AssertionFacts = {
  recipient: 'https://scangate.example/v1/sso/o/acs',
  audience: 'https://scangate.example/v1/sso/o/metadata',
  inResponseTo: '_request',
  attributes: { email: ['one@example.com'] },
};
const read = (response: string) =>
  samlReader.read(response, {
    entityId: idpEntityId,
    certificates: [key.certificate],
    audience: facts.audience,
    recipient: facts.recipient,
    now: noon,
  });

/** @returns the reason of the refusal; whatever is read or thrown otherwise fails the test. */
const refusalOf = async (xml: string): Promise<string> => {
  const result = await read(packed(xml)).catch((error: unknown) => error);
  if (result instanceof SamlRefused) return result.reason;
  throw new Error(`not refused: ${JSON.stringify(result)}`);
};

const wrapped = wrappedResponses(facts, { nameId: 'owner' }, key);

test('eight wrapping attacks are tested', () => {
  expect(Object.keys(wrapped)).toHaveLength(8);
});

test.each(Object.entries(wrapped))('%s is refused for its structure alone', async (_name, xml) => {
  expect(await refusalOf(xml)).toMatch(
    /^(?:one_assertion|signature_content|signatures|signature_reference)$/,
  );
});

test('two assertions are refused, signed or not, even in another namespace', async () => {
  const [one, two] = ['_1', '_2'].map((assertionId) => {
    const xml = signedResponse({ ...facts, assertionId }, key);
    return /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
  });
  expect(await refusalOf(responseXml(facts, `${one}${two}`))).toBe('one_assertion');
  expect(await refusalOf(responseXml(facts, `${one}${assertionXml(facts)}`))).toBe('one_assertion');
  expect(await refusalOf(responseXml(facts, `<Assertion xmlns="x"/>${one}`))).toBe('one_assertion');
});

test('an id that two elements share is refused, in any spelling', async () => {
  const xml = signedResponse({ ...facts, assertionId: '_same' }, key);
  for (const name of ['ID', 'Id', 'id', 'xml:id']) {
    const twice = xml.replace('<samlp:Status>', `<samlp:Extensions ${name}="_same"/><samlp:Status>`);
    expect(await refusalOf(twice)).toBe('id_twice');
  }
});

test('encryption is refused', async () => {
  for (const name of ['EncryptedAssertion', 'EncryptedID'])
    expect(await refusalOf(responseXml(facts, `<${name}/>${assertionXml(facts)}`))).toBe('encrypted');
});

test('another reference, transform or canonicalization is refused', async () => {
  const xml = signedResponse({ ...facts, assertionId: '_a' }, key);
  const c14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  expect(await refusalOf(xml.replace('URI="#_a"', 'URI=""'))).toBe('signature_reference');
  expect(await refusalOf(xml.replace('URI="#_a"', 'URI="#_b"'))).toBe('signature_reference');
  expect(
    await refusalOf(
      xml.replace(`CanonicalizationMethod Algorithm="${c14n}"`, 'CanonicalizationMethod Algorithm="x"'),
    ),
  ).toBe('canonicalization');
  expect(
    await refusalOf(
      xml.replace(
        `Transform Algorithm="${c14n}"`,
        'Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"',
      ),
    ),
  ).toBe('transforms');
});

test('an HMAC with the public certificate as its key is refused', async () => {
  const hmac = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1';
  const xml = signedResponse(facts, key).replace('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', hmac);
  expect(await refusalOf(xml)).toBe('signature_algorithm');
});

test('every prefix of a response is refused', async () => {
  const xml = doublySignedResponse(facts, key);
  for (let end = 0; end < xml.length; end += 97)
    expect(await refusalOf(xml.slice(0, end))).toMatch(/^(?:not_base64|malformed_xml)$/);
});

test('a response with any single byte changed never yields other claims', async () => {
  const xml = signedResponse({ ...facts, assertionId: '_a' }, key);
  const genuine = await read(packed(xml));
  for (let at = 0; at < xml.length; at += 53) {
    const changed = xml.slice(0, at) + (xml[at] === 'x' ? 'y' : 'x') + xml.slice(at + 1);
    const result = await read(packed(changed)).catch((error: unknown) =>
      error instanceof SamlRefused ? genuine : error,
    );
    expect(result).toEqual(genuine);
  }
});

const padded = (bytes: number): string => {
  const xml = signedResponse(facts, key);
  return xml.replace('<samlp:Status>', `${' '.repeat(bytes - xml.length)}<samlp:Status>`);
};

test('256 KB are read, and 257 KB are refused', async () => {
  expect((await read(packed(padded(256 * 1024)))).subject).toBe('person-1');
  expect(await refusalOf(padded(257 * 1024))).toBe('too_large');
});

test.each([
  ['deep nesting', `${'<a>'.repeat(30_000)}${'</a>'.repeat(30_000)}`],
  ['many elements', '<a/>'.repeat(50_000)],
  ['many attributes', `<a ${Array.from({ length: 20_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`],
  ['nesting within the limit', `${'<a>'.repeat(1_900)}${'</a>'.repeat(1_900)}`],
  [
    'attributes within the limit',
    `<a ${Array.from({ length: 7_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`,
  ],
])('%s is refused quickly', async (_name, content) => {
  const startedAt = performance.now();
  await refusalOf(responseXml(facts, content + assertionXml(facts)));
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});

test.each([
  '',
  '=',
  'PHg',
  'not base64!',
  '////',
  packed(''),
  packed('x'),
  packed('<x/>'),
  packed('<Response/>'),
])('the response %j is refused', async (response) => {
  await expect(read(response)).rejects.toBeInstanceOf(SamlRefused);
});
