import { describe, expect, test } from 'vitest';
import { missingIn, settingsOf, ssoBody, type Sso } from '@scangate/console/routes/sso/sso-settings.ts';

const pem = (name: string): string => `-----BEGIN CERTIFICATE-----\n${name}\n-----END CERTIFICATE-----`;

const saml: Sso = {
  configured: true,
  issuer: {
    kind: 'saml',
    entityId: 'https://idp.example/entity',
    signInUrl: 'https://idp.example/sso',
    certificates: [pem('AAAA'), pem('BBBB')],
  },
  roles: { claim: 'groups', values: { security: 'admin' } },
  enforced: { since: '2026-03-01T12:00:00.000Z', breakGlass: ['p1', 'p2'] },
  session: { idleMinutes: 30, requiredAmr: ['mfa'] },
};

const oidc: Sso = {
  configured: true,
  issuer: { kind: 'oidc', issuer: 'https://idp.example', clientId: 'c' },
};

test('unedited settings are sent unchanged', () => {
  const { configured: _configured, ...stored } = saml;
  expect(ssoBody(settingsOf(saml), { clientSecret: '', isFull: true })).toEqual({
    ...stored,
    enforced: { breakGlass: ['p1', 'p2'] },
  });
});

describe('an OIDC issuer', () => {
  test('keeps its secret unless another one is entered', () => {
    const body = (clientSecret: string) => ssoBody(settingsOf(oidc), { clientSecret, isFull: false });
    expect(body('').issuer).toEqual(oidc.issuer);
    expect(body('new').issuer).toEqual({ ...oidc.issuer, clientSecret: 'new' });
  });

  test('has none of the settings that only Regulated has', () => {
    const settings = { ...settingsOf(oidc), claim: 'groups', isEnforced: true, idleMinutes: 5 };
    expect(ssoBody(settings, { clientSecret: '', isFull: false })).toEqual({
      issuer: oidc.issuer,
    });
  });
});

test('missing fields of a kind are named', () => {
  const empty = settingsOf({ configured: false });
  expect([...missingIn(empty)]).toEqual(['issuer', 'clientId']);
  expect([...missingIn({ ...empty, kind: 'saml' })]).toEqual(['entityId', 'signInUrl', 'certificates']);
});

test('no secret is part of the form that is kept in the tab', () => {
  expect(Object.keys(settingsOf(oidc))).not.toContain('clientSecret');
});
