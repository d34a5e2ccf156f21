import { beforeEach, expect, test } from 'vitest';
import { listAll } from '#ports/store.ts';
import { github } from '#test/corpora/ci-tokens/github.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { claimsOf, unsignedToken } from '#test/support/identity/ci-tokens.ts';
import { ruleFor, trustingVerifier } from '#test/support/identity/trust-world.ts';
import { newOrganization } from '#test/support/world.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;
beforeEach(async () => {
  resetWorld();
  world.verifier = trustingVerifier;
  organization = await newOrganization(world.store);
});

test('204: nothing is exchanged any more, the rule is in no list, and a second removal is 404', async () => {
  const caller = organization.as('admin');
  const { organizationId } = organization;
  const { body } = await call('create-trust-rule', {
    caller,
    body: { name: 'main', provider: 'github', match: { repository_id: '74' }, repositories: 'all' },
  });
  const params = { trustId: String(body['trustId']) };
  const token = unsignedToken(claimsOf(github, organizationId));
  expect((await call('remove-trust-rule', { caller, params })).status).toBe(204);
  expect((await call('exchange-token', { body: { organizationId, token } })).status).toBe(403);
  expect((await call('list-trust-rules', { caller })).body['items']).toEqual([]);
  expect((await call('get-trust-rule', { caller, params })).status).toBe(404);
  expect((await call('remove-trust-rule', { caller, params })).body['code']).toBe('trust_rule_not_found');
  const events = listAll(world.store, { list: 'auditEvents', owner: { organizationId } });
  const actions = (await Array.fromAsync(events)).map(({ action }) => action);
  expect(actions.toSorted()).toEqual(['oidc.rule_created', 'oidc.rule_removed']);
});

test('404: the rule of another organization', async () => {
  const other = await newOrganization(world.store);
  const { trustId } = await ruleFor(world.store, other, github);
  const { status, body } = await call('remove-trust-rule', {
    caller: organization.as('owner'),
    params: { trustId },
  });
  expect([status, body['code']]).toEqual([404, 'trust_rule_not_found']);
  expect(await world.store.get('trustRule', { organizationId: other.organizationId, trustId })).toBeDefined();
});
