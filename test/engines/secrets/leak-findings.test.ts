import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '@scangate/engines/model/policy';
import type { Threshold } from '@scangate/engines/model/severity';
import { base64, fake } from '@scangate/engines/secrets/sample';
import { secretsEngine } from '@scangate/engines/secrets/secrets-engine';
import { scanWith, unitOf } from '../source-unit.ts';

const pem = ['-----BEGIN RSA PRIVATE', ` KEY-----\n${fake(base64, 64)}\n${fake(base64, 64, 2)}\n`].join('');

describe('a secret in a folder of tests, fixtures, examples or documentation', () => {
  const severityIn = (path: string, sampleSecretSeverity?: Threshold) => {
    const policy = { ...defaultPolicy, ...(sampleSecretSeverity && { sampleSecretSeverity }) };
    const { findings } = scanWith(secretsEngine, unitOf({ [path]: pem }), { policy });
    return findings.map(({ severity }) => severity);
  };

  test.each([
    'test/key.pem',
    'a/testdata/key.pem',
    'fixtures/b/key.pem',
    'docs/tls/key.pem',
    'examples/key.pem',
  ])('is low: %s', (path) => expect(severityIn(path)).toEqual(['low']));

  test.each(['key.pem', 'src/latest/key.pem', 'contest/key.pem', 'config/locales/key.pem'])(
    'keeps its severity elsewhere: %s',
    (path) => expect(severityIn(path)).toEqual(['critical']),
  );

  test('has at most the severity of the policy', () => {
    expect(severityIn('test/key.pem', 'medium')).toEqual(['medium']);
    expect(severityIn('test/key.pem', 'critical')).toEqual(['critical']);
    expect(severityIn('key.pem', 'medium')).toEqual(['critical']);
  });
});
