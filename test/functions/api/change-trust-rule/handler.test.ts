import { beforeEach, expect, test } from 'vitest';
import { listAll } from '#ports/store.ts';
import type { Caller } from '@scangate/domain/identity/caller';
import type { TrustRule } from '@scangate/domain/records';
import { github } from '#test/corpora/ci-tokens/github.ts';
import { call, resetWorld, world } from '#test/support/api/call-endpoint.ts';
import { ruleFor } from '#test/support/identity/trust-world.ts';
import { later, newOrganization, noon, testIds, write } from '#test/support/world.ts';

let organization: Awaited<ReturnType<typeof newOrganization>>;
let rule: TrustRule;
beforeEach(async () => {
  resetWorld();
  organization = await newOrganization(world.store);
  rule = await ruleFor(world.store, organization, github);
});

const change = (body: object, caller: Caller = organization.as('owner'), trustId = rule.trustId) =>
  call('change-trust-rule', { caller, params: { trustId }, body });
const codeOf = async (...args: Parameters<typeof change>) => {
  const { status, body } = await change(...args);
  return [status, body['code']];
};
const stored = () => world.store.get('trustRule', rule);

test('200: the person of a rule changes what it trusts, and an event has the difference', async () => {
  const { status, body } = await change({ match: { repository_owner_id: '65' }, scopes: ['scans:read'] });
  expect([status, body]).toMatchObject([
    200,
    { match: { repository_owner_id: '65' }, scopes: ['scans:read'], name: 'ci' },
  ]);
  const { organizationId } = organization;
  const events = await Array.fromAsync(
    listAll(world.store, { list: 'auditEvents', owner: { organizationId } }),
  );
  expect(events).toMatchObject([
    {
      action: 'oidc.rule_changed',
      target: rule.trustId,
      before: { scopes: rule.scopes },
      after: { scopes: ['scans:read'] },
    },
  ]);
  expect(await stored()).toMatchObject({ version: 2, scopes: ['scans:read'] });
});

test('a change that changes nothing has no event', async () => {
  expect((await change({ name: rule.name })).status).toBe(200);
  expect(await stored()).toEqual(rule);
});

test('another person renames a rule, and takes it over to change what it trusts', async () => {
  const admin = organization.as('admin');
  expect((await change({ name: 'other' }, admin)).status).toBe(200);
  expect(await codeOf({ scopes: ['scans:read'] }, admin)).toEqual([403, 'other_person_required']);
  const taken = await change({ scopes: ['scans:read'], personId: admin.personId }, admin);
  expect(taken.body).toMatchObject({
    personId: admin.personId,
    heldSince: noon.toISOString(),
    scopes: ['scans:read'],
  });
});

test('a rule cannot be handed to another person', async () => {
  expect(await codeOf({ personId: organization.as('admin').personId })).toEqual([422, 'validation_failed']);
});

test('a rule of a person who rejoined is taken over by that person', async () => {
  await write(world.store, [
    { change: 'update', record: 'trustRule', id: rule, set: { heldSince: later(-999).toISOString() } },
  ]);
  const { personId } = organization.as('owner');
  expect((await change({ personId })).body['heldSince']).toBe(noon.toISOString());
  expect(await stored()).toMatchObject({ heldSince: noon.toISOString() });
});

test.each([
  [{ match: { repository: 'octo-org/octo-repo' } }, [422, 'trust_too_wide']],
  [{ repositories: [testIds.uuid()] }, [404, 'repository_not_found']],
  [{ forkBuilds: 'off' }, [422, 'validation_failed']],
  [{ provider: 'gitlab' }, [422, 'unknown_field']],
  [{ issuer: 'https://gitlab.com' }, [422, 'unknown_field']],
  [{}, [422, 'validation_failed']],
])('%j is refused', async (body, expected) => {
  expect(await codeOf(body)).toEqual(expected);
  expect(await stored()).toEqual(rule);
});

test('404: a missing, a foreign and a removed rule', async () => {
  const other = await newOrganization(world.store);
  expect(await codeOf({ name: 'x' }, other.as('owner'))).toEqual([404, 'trust_rule_not_found']);
  expect(await codeOf({ name: 'x' }, organization.as('owner'), testIds.uuid())).toEqual([
    404,
    'trust_rule_not_found',
  ]);
  const { trustId } = rule;
  await call('remove-trust-rule', { caller: organization.as('owner'), params: { trustId } });
  expect(await codeOf({ name: 'x' })).toEqual([404, 'trust_rule_not_found']);
});
