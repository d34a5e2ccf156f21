import { beforeEach, expect, test } from 'vitest';
import { sampledRequests } from '@scangate/domain/rate-limit';
import {
  asBearer,
  authorized,
  newCredential,
  newCredentialWorld,
  type CredentialWorld,
} from '#test/support/identity/credentials.ts';
import { later } from '#test/support/world.ts';

let world: CredentialWorld;
beforeEach(async () => {
  world = await newCredentialWorld();
});

const counted = () => world.store.all('rateMinute').map(({ requests }) => requests);

test('one request in sixteen, chosen at random, counts sixteen for the organization', async () => {
  const bearer = asBearer(await newCredential(world, 'service'));
  const drawn = Array.from({ length: 160 }, (_, index) => index / 160);
  for (const chance of drawn) await authorized({ ...world, random: () => chance }, bearer, later(1));
  expect(counted()).toEqual([160]);
  expect(await authorized(world, bearer, later(2))).toMatchObject({
    organizationRate: '6000',
    organizationRemaining: String(6_000 - 160),
    rateExceeded: 'none',
  });
});

test('credentials of an organization share its limit, and each minute starts at zero', async () => {
  const small = { ...world, organizationRate: 2 * sampledRequests };
  const [mine, theirs] = [await newCredential(world, 'service'), await newCredential(world, 'personal')];
  const sampled = { ...small, random: () => 0 };
  for (let i = 0; i < 3; i++) await authorized(sampled, asBearer(mine), later(1));
  expect(await authorized(small, asBearer(theirs), later(2))).toMatchObject({
    rateExceeded: 'organization',
    organizationRemaining: '0',
  });
  expect(await authorized(small, asBearer(theirs), later(60))).toMatchObject({ rateExceeded: 'none' });
  expect(world.store.all('rateMinute')[0]?.expiresAt).toBe(later(3_601).toISOString());
});

test('a refused credential counts for no organization', async () => {
  const revoked = await newCredential(world, 'service', { kind: 'personal' });
  expect(await authorized({ ...world, random: () => 0 }, asBearer(revoked), later(1))).toBeUndefined();
  expect(counted()).toEqual([]);
});
