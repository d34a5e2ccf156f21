import { expect, test } from 'vitest';
import { accessTo, isPermitted, managers } from '@scangate/console/session/permissions.ts';

const organization = { organizationId: 'o', name: 'Acme', isClient: false };
const member = { role: 'member', capabilities: ['policy_basic'], organization } as const;
const owner = { ...member, role: 'owner' } as const;
const of = (session: typeof member | typeof owner) => ({
  ...session,
  capabilities: [...session.capabilities],
});

test('a page without needs is for everybody', () => {
  expect(accessTo({}, of(member))).toEqual({ kind: 'permitted' });
});

test('the role is checked before the plan', () => {
  expect(accessTo({ roles: managers, capability: 'webhooks' }, of(member))).toEqual({
    kind: 'forbidden',
    roles: managers,
  });
  expect(accessTo({ roles: managers, capability: 'webhooks' }, of(owner))).toEqual({
    kind: 'locked',
    capability: 'webhooks',
  });
});

test('a client organization has no part in what its parent pays', () => {
  const client = { ...of(owner), organization: { ...organization, isClient: true } };
  expect(accessTo({ notForClients: true }, client)).toEqual({ kind: 'managed-by-parent' });
  expect(isPermitted({}, client)).toBe(true);
});
