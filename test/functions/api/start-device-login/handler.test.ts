import { beforeEach, expect, test } from 'vitest';
import { userCodeHash } from '@scangate/domain/identity/device/device-secrets';
import { isWellFormedToken, tokenHash } from '@scangate/domain/identity/tokens';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';

beforeEach(resetWorld);

test('201: two codes, the page, ten minutes and five seconds', async () => {
  const { status, body } = await call('start-device-login', {});
  expect([status, body]).toEqual([
    201,
    {
      deviceCode: expect.stringMatching(/^sgv_[0-9A-Za-z]{36}$/),
      userCode: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verificationUri: 'https://scangate.example/console/device',
      expiresIn: 600,
      interval: 5,
    },
  ]);
  expect(isWellFormedToken(String(body['deviceCode']))).toBe(true);
});

test('the store has only the hashes of the codes, and both expire after ten minutes', async () => {
  const { body } = await call('start-device-login', {});
  const [deviceCode, userCode] = [String(body['deviceCode']), String(body['userCode'])];
  const deviceHash = tokenHash(deviceCode);
  const expiresAt = '2026-03-10T12:10:00.000Z';
  const [logins, codes] = [world.store.all('deviceLogin'), world.store.all('deviceUserCode')];
  expect(logins).toMatchObject([{ deviceHash, state: 'pending', expiresAt }]);
  expect(codes).toEqual([{ userCodeHash: userCodeHash(userCode), deviceHash, expiresAt }]);
  const stored = JSON.stringify([logins, codes]);
  for (const secret of [deviceCode.slice(4), userCode, userCode.replace('-', '')])
    expect(stored).not.toContain(secret);
});

test('no two command lines have a code in common', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, async () => (await call('start-device-login', {})).body),
  );
  for (const field of ['deviceCode', 'userCode'])
    expect(new Set(answers.map((body) => body[field])).size).toBe(50);
});
