import { App } from 'aws-cdk-lib/core';
import { describe, expect, test } from 'vitest';
import { readSettings } from '#infra/settings.ts';

const settings = (context: Record<string, unknown>) => readSettings(new App({ context }).node);
const publicUrl = 'https://scangate.example.com';
const issuer = {
  publicUrl,
  oidcIssuer: 'https://login.example.com/acme/',
  oidcClientId: 'scangate',
  oidcSecretParameter: '/acme/oidc/secret',
};

describe('without any setting', () => {
  test('nobody can sign in or sign up, issuers are https, and the limits are those of the documentation', () => {
    expect(settings({})).toMatchObject({
      publicUrl: '',
      oidcIssuer: '',
      signUp: 'off',
      requireMfa: false,
      refuseLeakedPasswords: false,
      selfRegistration: true,
      organizationRate: 6_000,
      exchangeRate: 300,
      allowedIssuers: 'https',
      dnsServers: '',
    });
  });
});

describe('the public URL', () => {
  test.each([
    publicUrl,
    'https://scangate.example.com:8443',
    'https://xn--bcher-kva.example',
    'https://[2001:db8::1]',
  ])('may be %s', (url) => {
    expect(settings({ publicUrl: url }).publicUrl).toBe(url);
  });

  test.each([
    'http://scangate.example.com',
    'http://127.0.0.1:4010',
    `${publicUrl}/`,
    `${publicUrl}/console`,
    `${publicUrl}?a=b`,
    `${publicUrl}#a`,
    'https://Scangate.example.com',
    'https://scangate.example.com:443',
    'https://user@scangate.example.com',
    'javascript:alert(1)',
    'scangate.example.com',
    '*',
  ])('is not %s', (url) => {
    expect(() => settings({ publicUrl: url })).toThrow(/publicUrl[\s\S]*https|https[\s\S]*publicUrl/);
  });

  test.each(['http://127.0.0.1:4010', 'http://localhost:4010', 'http://[::1]:4010'])(
    'is %s on a single machine only',
    (url) => {
      expect(settings({ publicUrl: url, allowedIssuers: 'https,loopback' }).publicUrl).toBe(url);
      expect(() => settings({ publicUrl: url })).toThrow(/publicUrl/);
    },
  );

  test('cannot be another machine over http, not even for a deployment on a single machine', () => {
    for (const url of ['http://192.0.2.1', 'http://127.0.0.1.example.com', 'http://localhost.example.com'])
      expect(() => settings({ publicUrl: url, allowedIssuers: 'loopback' })).toThrow(/publicUrl/);
  });
});

describe('an issuer', () => {
  test('is accepted with its client and the parameter of its secret', () => {
    expect(settings(issuer)).toMatchObject(issuer);
  });

  test.each(['oidcIssuer', 'oidcClientId', 'oidcSecretParameter'])('is refused without %s', (name) => {
    expect(() => settings({ ...issuer, [name]: '' })).toThrow(/all or none/);
  });

  test('is refused without a public URL, to which its sign-in would return', () => {
    expect(settings({ ...issuer, publicUrl: '' }).oidcIssuer).toBe(issuer.oidcIssuer);
    expect(() => settings({ ...issuer, publicUrl: '', console: 'off' })).toThrow(/needs publicUrl/);
  });

  test.each([
    'http://login.example.com',
    'http://127.0.0.1:4011',
    'https://login.example.com?tenant=a',
    'https://login.example.com#a',
    'https://user:pass@login.example.com',
    'login.example.com',
  ])('is not %s', (oidcIssuer) => {
    expect(() => settings({ ...issuer, oidcIssuer })).toThrow(/oidcIssuer/);
  });

  test('is this machine if the deployment is for a single machine', () => {
    const local = { ...issuer, oidcIssuer: 'http://127.0.0.1:4011/issuer', allowedIssuers: 'https,loopback' };
    expect(settings(local).oidcIssuer).toBe(local.oidcIssuer);
  });

  test('is refused together with requireMfa, because it decides about second factors itself', () => {
    expect(() => settings({ ...issuer, requireMfa: 'true' })).toThrow(/requireMfa/);
  });

  test('is refused together with refuseLeakedPasswords, because it decides about passwords itself', () => {
    expect(settings({ refuseLeakedPasswords: 'true' }).refuseLeakedPasswords).toBe(true);
    expect(() => settings({ ...issuer, refuseLeakedPasswords: 'true' })).toThrow(/refuseLeakedPasswords/);
  });
});

describe('sign-up', () => {
  test('by domain names the domains, and only then', () => {
    expect(settings({ signUp: 'domains', signUpDomains: 'example.com,a.example.org' }).signUpDomains).toBe(
      'example.com,a.example.org',
    );
    expect(() => settings({ signUp: 'domains' })).toThrow(/go together/);
    expect(() => settings({ signUp: 'open', signUpDomains: 'example.com' })).toThrow(/go together/);
    expect(() => settings({ signUp: 'everybody' })).toThrow(/signUp/);
  });

  test.each(['example', 'Example.com', '*.example.com', '@example.com', 'example.com.', 'a..b', '-a.com'])(
    'has no domain %s',
    (signUpDomains) => {
      expect(() => settings({ signUp: 'domains', signUpDomains })).toThrow(/signUpDomains/);
    },
  );

  test('needs accounts that people register themselves, unless another issuer is used', () => {
    expect(() => settings({ signUp: 'open', selfRegistration: 'false' })).toThrow(/selfRegistration/);
    expect(settings({ ...issuer, signUp: 'open', selfRegistration: 'false' }).signUp).toBe('open');
  });
});

describe('other settings', () => {
  test('name servers are addresses, with or without a port', () => {
    const dnsServers = '192.0.2.1,127.0.0.1:5353,2001:db8::1,[::1]:53';
    expect(settings({ dnsServers }).dnsServers).toBe(dnsServers);
    for (const wrong of [
      'dns.example.com',
      '192.0.2.1:0',
      '192.0.2.1:70000',
      '[192.0.2.1]:53',
      'a:53',
      '[::1]',
    ])
      expect(() => settings({ dnsServers: wrong })).toThrow(/dnsServers/);
  });

  test('issuers are of known kinds, and limits are numbers', () => {
    for (const [name, value] of Object.entries({
      allowedIssuers: 'http',
      organizationRate: '0',
      exchangeRate: '1.5',
      oidcSecretParameter: 'a b',
    }))
      expect(() => settings({ [name]: value })).toThrow(new RegExp(name));
  });

  test('a deployment whose name Cognito refuses as a domain needs another issuer', () => {
    expect(() => settings({ deploymentName: 'aws-scans' })).toThrow(/deploymentName/);
    expect(settings({ ...issuer, deploymentName: 'aws-scans' }).deploymentName).toBe('aws-scans');
  });
});
