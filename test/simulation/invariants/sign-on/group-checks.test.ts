import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { Role } from '@scangate/domain/identity/roles';
import type { Member } from '@scangate/domain/records';
import { write } from '#test/support/world.ts';
import { checkGroups } from './group-checks.ts';

const organizationId = 'o-1';
const at = '2026-03-10T12:00:00.000Z';
const issuer = { kind: 'saml' as const, entityId: 'e', signInUrl: 'https://idp.example', certificates: [] };

const told = async (role: Role, groups: string[], more: Partial<Member> = {}) => {
  const store = new MemoryStore();
  const member = {
    organizationId,
    personId: 'jane',
    email: 'jane@corp.example',
    role,
    joinedAt: at,
    ...more,
  };
  const group = { organizationId, members: ['jane'], version: 1, createdAt: at, changedAt: at };
  const roles = { claim: 'groups', values: { Admins: 'admin' as const, Finance: 'billing' as const } };
  await write(store, [
    { change: 'insert', record: 'member', item: { ...member, directory: { userName: 'jane', groups } } },
    {
      change: 'insert',
      record: 'directoryGroup',
      item: { ...group, groupId: 'g-1', displayName: 'Finance' },
    },
    {
      change: 'insert',
      record: 'directoryGroup',
      item: { ...group, groupId: 'g-2', displayName: 'Admins', removedAt: at },
    },
    {
      change: 'insert',
      record: 'ssoSettings',
      item: { organizationId, issuer, roles, version: 1, changedAt: at },
    },
  ]);
  const reports: string[] = [];
  const count = checkGroups(store, (_invariant, what) => reports.push(what));
  return { count, reports };
};

test('a member has the groups that contain them, and their role', async () => {
  expect(await told('billing', ['Finance'])).toEqual({ count: 1, reports: [] });
  expect((await told('owner', ['Finance'])).reports).toEqual([]);
  expect((await told('admin', ['Finance'], { removedAt: at })).reports).toEqual([]);
});

test('a group that does not contain the member, one that is missing, and a role of neither are told', async () => {
  expect((await told('admin', ['Admins', 'Finance'])).reports).toEqual([
    'o-1 jane is said to be in Admins, Finance, not in Finance',
    'o-1 jane is admin, and billing by groups',
  ]);
  expect((await told('billing', [])).reports).toEqual(['o-1 jane is said to be in , not in Finance']);
});
