import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { expect, test } from 'vitest';
import { call, world } from '#test/support/api/call-endpoint.ts';

const keys = () => call('get-verification-keys', {});

test('200: the newest key comes first, and a revoked one is marked, for anybody', async () => {
  const { keyId } = world.signer.newest;
  world.signer.rotate();
  world.signer.revoke(keyId);
  const { status, headers, text } = await keys();
  expect([status, headers['Content-Type']]).toEqual([200, 'application/jwk-set+json']);
  expect(headers).toMatchObject({
    'Cache-Control': 'max-age=300',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  expect(JSON.parse(text)).toMatchObject({
    keys: [
      { kid: world.signer.newest.keyId, state: 'signing', alg: 'ES256', key_ops: ['verify'] },
      { kid: keyId, state: 'revoked', key_ops: [] },
    ],
  });
  const choose = createLocalJWKSet(JSON.parse(text) as JSONWebKeySet);
  await expect(choose({ alg: 'ES256', kid: keyId })).rejects.toMatchObject({
    code: 'ERR_JWKS_NO_MATCHING_KEY',
  });
  expect(text).not.toContain('"d"');
});
