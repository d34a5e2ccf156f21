import { SAML, ValidateInResponseTo, type Profile } from '@node-saml/node-saml';
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf, openTestBrowser } from '#test/support/identity/browser.ts';
import { openIdentityBench, type IdentityBench } from '../workbench.ts';

const acsUrl = 'http://127.0.0.1:4010/v1/sso/an-organization/acs';
const entityId = 'http://127.0.0.1:4010/v1/sso/an-organization/metadata';

let bench: IdentityBench;
beforeAll(async () => void (bench = await openIdentityBench()));
afterAll(() => bench.close());

const certificateOf = async (name: string): Promise<string> => {
  const metadata = await (await fetch(`${bench.emulator.identityProviderOf(name)}/metadata`)).text();
  return /<(?:ds:)?X509Certificate>([^<]+)</.exec(metadata)?.[1] ?? '';
};

const serviceProvider = async (
  name: string,
  more: { wantAuthnResponseSigned?: boolean } = {},
): Promise<SAML> =>
  new SAML({
    entryPoint: `${bench.emulator.identityProviderOf(name)}/sso`,
    issuer: entityId,
    callbackUrl: acsUrl,
    audience: entityId,
    idpCert: await certificateOf(name),
    idpIssuer: bench.emulator.identityProviderOf(name),
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: name === 'okta',
    validateInResponseTo: ValidateInResponseTo.always,
    signatureAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    ...more,
  });

/** Asks by the redirect binding and chooses. @returns what the browser posts. */
const answerOf = async (
  saml: SAML,
  choice: Record<string, string> = { person: 'subject-of-admin' },
): Promise<{ action: string; fields: Record<string, string> }> => {
  const browser = openTestBrowser();
  const page = await browser.open(await saml.getAuthorizeUrlAsync('the-relay-state', undefined, {}));
  const { action, fields } = formOf(page, Object.values(choice)[0] ?? '');
  return formOf(await browser.open(action, { form: { ...fields, ...choice } }), 'SAMLResponse');
};

const profileOf = async (saml: SAML, fields: Record<string, string>): Promise<Profile | null> =>
  (await saml.validatePostResponseAsync({ SAMLResponse: fields['SAMLResponse'] ?? '' })).profile;

describe('two styles of identity provider', () => {
  test('okta: response and assertion are signed, the address is the name, attributes have short names', async () => {
    const saml = await serviceProvider('okta');
    const { action, fields } = await answerOf(saml);
    expect([action, fields['RelayState']]).toEqual([acsUrl, 'the-relay-state']);
    expect(await profileOf(saml, fields)).toMatchObject({
      issuer: bench.emulator.identityProviderOf('okta'),
      nameID: 'admin@regulated.example',
      nameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      attributes: { email: 'admin@regulated.example', displayName: 'Test admin', groups: 'admins' },
    });
  });

  test('entra: only the assertion is signed, the name is a persistent id, attributes have URIs', async () => {
    const saml = await serviceProvider('entra');
    const { fields } = await answerOf(saml);
    expect(await profileOf(saml, fields)).toMatchObject({
      nameID: 'subject-of-admin',
      nameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      attributes: {
        'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'admin@regulated.example',
        'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups': 'admins',
      },
    });
    const strict = await serviceProvider('entra', { wantAuthnResponseSigned: true });
    await expect(profileOf(strict, (await answerOf(strict)).fields)).rejects.toThrow(/signature/i);
  });

  test('each has its own key, and its signature does not verify with the other', async () => {
    const [okta, entra] = await Promise.all([certificateOf('okta'), certificateOf('entra')]);
    expect(okta).not.toBe(entra);
    const saml = await serviceProvider('okta');
    saml.options.idpCert = entra;
    await expect(profileOf(saml, (await answerOf(saml)).fields)).rejects.toThrow(/signature/i);
  });
});

test('a new person has the typed address and groups', async () => {
  const saml = await serviceProvider('okta');
  const choice = { new: 'yes', email: 'auditor@regulated.example', groups: 'auditors, scangate-billing' };
  expect(await profileOf(saml, (await answerOf(saml, choice)).fields)).toMatchObject({
    nameID: 'auditor@regulated.example',
    attributes: { groups: ['auditors', 'scangate-billing'] },
  });
});

test('a name with markup characters arrives unchanged', async () => {
  const saml = await serviceProvider('okta');
  const choice = { new: 'yes', email: 'a"&<b>\'@regulated.example', groups: '<g>&' };
  expect(await profileOf(saml, (await answerOf(saml, choice)).fields)).toMatchObject({
    nameID: 'a"&<b>\'@regulated.example',
    attributes: { groups: '<g>&' },
  });
});

test('the POST binding is accepted, too', async () => {
  const saml = await serviceProvider('okta');
  const browser = openTestBrowser();
  const { url, html } = { url: acsUrl, html: await saml.getAuthorizeFormAsync('relay') };
  const value = /name="SAMLRequest" value="([^"]+)"/.exec(html)?.[1] ?? '';
  expect(url).toBe(acsUrl);
  const page = await browser.open(`${bench.emulator.identityProviderOf('okta')}/sso`, {
    form: { SAMLRequest: value, RelayState: 'relay', person: 'subject-of-admin' },
  });
  expect((await profileOf(saml, formOf(page, 'SAMLResponse').fields))?.nameID).toBe(
    'admin@regulated.example',
  );
});

test('an invalid request, and one with an answer address on another machine, get a 400', async () => {
  const sso = `${bench.emulator.identityProviderOf('okta')}/sso`;
  const elsewhere = new SAML({
    entryPoint: sso,
    issuer: entityId,
    callbackUrl: 'https://elsewhere.example/acs',
    idpCert: await certificateOf('okta'),
  });
  const urls = [
    sso,
    `${sso}?SAMLRequest=%00`,
    `${sso}?SAMLRequest=${encodeURIComponent(Buffer.from('<x/>').toString('base64'))}`,
    await elsewhere.getAuthorizeUrlAsync('', undefined, {}),
  ];
  expect(await Promise.all(urls.map(async (url) => (await fetch(url)).status))).toEqual([400, 400, 400, 400]);
});

test('answers are dated by the emulated clock', async () => {
  await bench.clock.advanceTo(bench.clock.now() + 86_400_000);
  const saml = await serviceProvider('okta');
  const { fields } = await answerOf(saml);
  const xml = Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString();
  const issued = Date.parse(/IssueInstant="([^"]+)"/.exec(xml)?.[1] ?? '');
  expect(Math.abs(issued - bench.clock.now())).toBeLessThan(5_000);
  await expect(profileOf(saml, fields)).rejects.toThrow(/not yet valid/);
});

test('the certificate is a complete X.509 certificate that survives a restart', async () => {
  const before = await certificateOf('okta');
  const certificate = new X509Certificate(Buffer.from(before, 'base64'));
  expect(certificate.subject).toBe(`CN=${bench.emulator.identityProviderOf('okta')}`);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  await bench.restart();
  expect(await certificateOf('okta')).toBe(before);
});
