import { expect, test } from 'vitest';
import { provisionOrganization, requirePayingParent } from '@scangate/domain/accounts/provision-organization';
import type { Account, Organization } from '@scangate/domain/records';
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

test('only an organization that pays for itself can be a parent', () => {
  const [inserted] = provisionOrganization(
    { name: 'Acme', plan: 'Team' },
    { organizationId: 'org', people: [], createdAt: noon.toISOString() },
  );
  const parent = (inserted as { item: Organization }).item;
  expect(() => requirePayingParent(parent)).not.toThrow();
  expect(() => requirePayingParent({ ...parent, billingAccountId: 'other' })).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  );
  expect(() => requirePayingParent(undefined)).toThrow(expect.objectContaining({ code: 'not_found' }));
});

test('the credits of a new organization are agreed for each period on Regulated only', () => {
  const agreedOn = (plan: 'Team' | 'Regulated') => {
    const order = { name: 'Acme', plan, licenses: 8, credits: { core: 700, sast: 30 } };
    const made = provisionOrganization(order, {
      organizationId: 'org',
      people: [],
      createdAt: noon.toISOString(),
    });
    const account = made.find(({ record }) => record === 'account');
    return account?.change === 'insert' ? (account.item as Account).agreedCredits : undefined;
  };
  expect(agreedOn('Regulated')).toEqual({ core: 700, sast: 30 });
  expect(agreedOn('Team')).toBeUndefined();
});
