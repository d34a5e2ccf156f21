import { beforeEach, expect, test } from 'vitest';
import { github } from '#test/corpora/ci-tokens/github.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { ruleFor } from '#test/support/identity/trust-world.ts';
import { newOrganization, testIds } from '#test/support/world.ts';

beforeEach(resetWorld);

test('200: the rule, and 404 for one that is missing or foreign', async () => {
  const [own, other] = [await newOrganization(world.store), await newOrganization(world.store)];
  const {
    organizationId: _organization,
    billingAccountId: _account,
    version: _version,
    ...rule
  } = await ruleFor(world.store, own, github);
  const get = (trustId: string, from = own) =>
    call('get-trust-rule', { caller: from.as('admin'), params: { trustId } });
  const { status, body } = await get(rule.trustId);
  expect([status, body]).toEqual([200, rule]);
  expect((await get(rule.trustId, other)).body['code']).toBe('trust_rule_not_found');
  expect((await get(testIds.uuid())).body['code']).toBe('trust_rule_not_found');
});
