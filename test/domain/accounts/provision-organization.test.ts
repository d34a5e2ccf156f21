import { expect, test } from 'vitest';
import { provisionOrganization } from '@scangate/domain/accounts/provision-organization';
import { noon } from '#test/support/world.ts';

test('a new organization counts its owners, and all of its records are inserts', () => {
  const people = (['owner', 'owner', 'admin'] as const).map((role, index) => ({
    personId: `person-${index}`,
    role,
    email: 'x@example.com',
  }));
  const changes = provisionOrganization(
    { name: 'Acme', plan: 'Team' },
    { organizationId: 'org', people, createdAt: noon.toISOString() },
  );
  expect(changes.every(({ change }) => change === 'insert')).toBe(true);
  expect(changes[0]).toMatchObject({
    record: 'organization',
    item: { owners: 2, policyVersion: 1 },
  });
  expect(changes.find(({ record }) => record === 'account')).toMatchObject({
    item: { plan: 'Team', licenses: 5 },
  });
  expect(changes.filter(({ record }) => record === 'member')).toHaveLength(3);
});
