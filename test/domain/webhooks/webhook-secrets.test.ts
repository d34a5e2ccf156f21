import { expect, test } from 'vitest';
import { formatSecret, rotateSecrets, signingSecrets } from '@scangate/domain/webhooks/webhook-secrets';

const now = '2026-03-02T12:00:00.000Z';
const hours = (count: number) => new Date(Date.parse(now) + count * 3_600_000).toISOString();

test('a secret is whsec_ and its bytes in Base64', () => {
  expect(formatSecret(new Uint8Array(32).fill(255))).toBe(`whsec_${'/'.repeat(42)}8=`);
});

test('a secret signs up to the end of its overlap, and not at it', () => {
  const secrets = [{ sealed: 'new' }, { sealed: 'old', signsUntil: now }];
  expect(signingSecrets({ secrets }, hours(-1)).length).toBe(2);
  expect(signingSecrets({ secrets }, now)).toEqual([{ sealed: 'new' }]);
});

test('a shorter overlap shortens that of the secrets before, a longer one does not lengthen it', () => {
  const secrets = [{ sealed: 'b' }, { sealed: 'a', signsUntil: hours(24) }];
  const rotated = (overlapHours: number) =>
    rotateSecrets({ secrets }, { sealed: 'c', overlapHours }, now).map(({ signsUntil }) => signsUntil);
  expect(rotated(1)).toEqual([undefined, hours(1), hours(1)]);
  expect(rotated(168)).toEqual([undefined, hours(168), hours(24)]);
  expect(rotated(0)).toEqual([undefined]);
});
