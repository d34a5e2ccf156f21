import { App } from 'aws-cdk-lib/core';
import { describe, expect, test } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import type { Needs } from '#contract/needs.ts';
import { allFunctions } from '#infra/functions.ts';
import { readSettings } from '#infra/settings.ts';
import { functionNamed, listOf, ofType, roleOf, statementsOf, synthesize } from '../synthesized.ts';

const probe = (name: string, needs: Needs): EndpointSpec => ({
  name,
  method: 'GET',
  path: `/v1/${name}`,
  summary: 'Probe.',
  roles: [],
  scopes: [],
  responses: {},
  problems: [],
  needs,
});
const endpointsByStack = {
  probes: [probe('signing', { signing: 'sign' }), probe('reading', { verificationKeys: 'read' })],
};
const synthesized = (signingKeys: string) => synthesize({ endpointsByStack, context: { signingKeys } });

const signingKeysOf = (signingKeys: string) =>
  ofType(Object.entries(synthesized(signingKeys).stacks.stateful), 'AWS::KMS::Key').filter(([id]) =>
    id.startsWith('SigningKey'),
  );

/** The ids of the keys that a text of the template names, in their order. */
const namedKeys = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/SigningKey([a-z0-9]*?)[0-9A-F]{8}/g)].map(([, name = '']) => name);

const kmsStatements = (name: string, signingKeys: string) =>
  statementsOf(roleOf(synthesized(signingKeys), name)).filter(({ Action }) =>
    listOf(Action).some((action) => action.startsWith('kms:')),
  );

describe('the setting signingKeys', () => {
  const settings = (signingKeys: string) => readSettings(new App({ context: { signingKeys } }).node);

  test.each(['1', 'a,b', '2025:revoked,2026', '2025:revoked,2026:revoked,2027'])('may be %s', (value) => {
    expect(settings(value).signingKeys).toBe(value);
  });

  test.each(['', 'A', 'a,', 'a,a', 'a:revoked,a', 'a:revoked', 'a,b:revoked', 'a:gone,b', 'a b'])(
    'is refused: %j',
    (value) => {
      expect(() => settings(value)).toThrow('signingKeys');
    },
  );
});

describe('each name', () => {
  test('is a P-256 key for signatures that outlives its name', () => {
    for (const [, key] of signingKeysOf('old:revoked,new')) {
      expect(key.Properties).toMatchObject({ KeySpec: 'ECC_NIST_P256', KeyUsage: 'SIGN_VERIFY' });
      expect([key.DeletionPolicy, key.UpdateReplacePolicy]).toEqual(['Retain', 'Retain']);
    }
    expect(signingKeysOf('old:revoked,new')).toHaveLength(2);
  });

  test('keeps its key when others are added, and when it is revoked', () => {
    const [before] = signingKeysOf('a').map(([id]) => id);
    expect(signingKeysOf('a:revoked,b').map(([id]) => id)).toContain(before);
  });
});

describe('a function that signs', () => {
  test('may use only the newest key, for digests by one algorithm, and read public keys', () => {
    const statements = kmsStatements('signing', 'old,new');
    const signing = statements.find(({ Action }) => listOf(Action).includes('kms:Sign'));
    expect(signing).toMatchObject({
      Effect: 'Allow',
      Action: 'kms:Sign',
      Condition: { StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'kms:MessageType': 'DIGEST' } },
    });
    expect(namedKeys(signing?.Resource)).toEqual(['new']);
    expect(statements.map(({ Action }) => Action).toSorted()).toEqual(['kms:GetPublicKey', 'kms:Sign']);
  });

  test('is one of those that have something to sign', () => {
    const signing = allFunctions().filter(({ needs }) => needs.signing);
    expect(signing.map(({ name }) => name).toSorted()).toEqual([
      'assemble-auditor-pack',
      'finish-scan',
      'get-attestation',
      'get-proof',
      'get-release-document',
      'prepare-scan',
      'release-bundle',
    ]);
  });
});

describe('a function that reads the key set', () => {
  test('gets all keys with their state, newest first, and may not sign', () => {
    const setting = 'first:revoked,second,third';
    const [statement, ...more] = kmsStatements('reading', setting);
    expect([statement?.Action, more]).toEqual(['kms:GetPublicKey', []]);
    expect(namedKeys(statement?.Resource).toSorted()).toEqual(['first', 'second', 'third']);
    const { Variables } = functionNamed(synthesized(setting), 'reading').Properties['Environment'] as {
      Variables: Record<string, unknown>;
    };
    const text = JSON.stringify(Variables['VERIFICATION_KEYS']);
    expect(namedKeys(text)).toEqual(['third', 'second', 'first']);
    expect(text.match(/=(?:signing|verifying|revoked)/g)).toEqual(['=signing', '=verifying', '=revoked']);
    expect(Variables).not.toHaveProperty('SIGNING_KEY_ID');
  });
});
