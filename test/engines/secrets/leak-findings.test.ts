import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import type { Threshold } from '@scangate/engines/model/severity';
import { base62, base64, fake } from '@scangate/engines/secrets/rule-example';
import { secretsEngine } from '@scangate/engines/secrets/secrets-engine';
import { scanWith, unitOf } from '../source-unit.ts';

const pem = ['-----BEGIN RSA PRIVATE', ` KEY-----\n${fake(base64, 64)}\n${fake(base64, 64, 2)}\n`].join('');

describe('a secret in a folder of tests, fixtures, examples or documentation', () => {
  const severityIn = (path: string, secrets?: Threshold) => {
    const policy = { ...defaultPolicy, ...(secrets && { testFolders: { secrets } }) };
    const { findings } = scanWith(secretsEngine, unitOf({ [path]: pem }), { policy });
    return findings.map(({ severity }) => severity);
  };

  test.each([
    'test/key.pem',
    'a/testdata/key.pem',
    'fixtures/b/key.pem',
    'docs/tls/key.pem',
    'examples/key.pem',
    'guides/tls/key.pem',
    'config/test.exs',
    'test-keys/key.pem',
    'integration_test/key.pem',
    'App.Tests/key.pem',
    'cmd/app_testdata/key.pem',
    'playground/tls/key.pem',
    'src/androidTest/key.pem',
  ])('is low: %s', (path) => expect(severityIn(path)).toEqual(['low']));

  test.each([
    'key.pem',
    'src/latest/key.pem',
    'contest/key.pem',
    'config/locales/key.pem',
    'config/dev.exs',
    'testimonials/key.pem',
  ])('keeps its severity elsewhere: %s', (path) => expect(severityIn(path)).toEqual(['critical']));

  test('has at most the severity of the policy', () => {
    expect(severityIn('test/key.pem', 'medium')).toEqual(['medium']);
    expect(severityIn('test/key.pem', 'critical')).toEqual(['critical']);
    expect(severityIn('key.pem', 'medium')).toEqual(['critical']);
  });
});

describe('a private key whose name marks it as a sample', () => {
  const severityOf = (text: string) => {
    const { findings } = scanWith(secretsEngine, unitOf({ 'src/app.swift': text }));
    return findings.map(({ severity }) => severity);
  };
  const token = ['sk_', `live_${fake(base62, 24)}`].join('');
  const password = fake(base62, 24);

  test.each([
    `static var sampleServerPrivateKeyPEM: String { """\n${pem}"""`,
    `const DUMMY_KEY = \`${pem}\``,
  ])('is low: %#', (text) => expect(severityOf(text)).toEqual(['low']));

  test.each([
    [`// see example.com\nkey: |\n${pem}`, 'critical'],
    [`const downsampledKey = \`${pem}\``, 'critical'],
    [`const sampleRate = 3;\n\n${pem}`, 'critical'],
    [`appSecret = "${password}"`, 'high'],
    [`exampleToken = "${token}"`, 'critical'],
  ])('keeps its severity otherwise: %#', (text, severity) => expect(severityOf(text)).toEqual([severity]));
});
