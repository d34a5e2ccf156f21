import { beforeEach, expect, test } from 'vitest';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { newOrganization, type TestOrganization } from '#test/support/world.ts';

let organization: TestOrganization;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
});
const simulate = async (body: object, caller = organization.as('admin')) => {
  const answer = await call('simulate-gate', { caller, body });
  return [answer.status, answer.body['code'] ?? answer.body];
};

test('200: without scans there is nothing to flip', async () => {
  const nothing = { judged: 0, isComplete: true, repositories: [], notLookedAt: [] };
  expect(await simulate({ policy: { apiGateSeverityThreshold: 'low' }, days: 7 })).toEqual([200, nothing]);
  expect(await simulate({ policy: {} })).toEqual([200, nothing]);
});

test('403 role_required: a member simulates no gate', async () => {
  expect(await simulate({ policy: {} }, organization.as('member'))).toEqual([403, 'role_required']);
});

test('422: days beyond 30, unknown settings and a policy that is too large', async () => {
  const many = Array.from({ length: 500 }, (_, index) => `${index}`.padEnd(100, 'x'));
  expect(await simulate({ policy: {}, days: 31 })).toEqual([422, 'validation_failed']);
  expect(await simulate({ policy: {}, days: 0 })).toEqual([422, 'validation_failed']);
  expect(await simulate({ policy: { forgive: true } })).toEqual([422, 'unknown_field']);
  expect(await simulate({ policy: { licensePolicy: { deny: many, allow: many } } })).toEqual([
    422,
    'policy_too_large',
  ]);
});
