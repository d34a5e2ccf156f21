import { expect, test } from 'vitest';
import { canRemove, rolesToChangeTo, rolesToGive } from '@scangate/console/routes/members/member-rights.ts';

test('an owner gives every role, an admin member and admin, nobody else any', () => {
  expect(rolesToGive('owner')).toEqual(['member', 'admin', 'billing', 'owner']);
  expect(rolesToGive('admin')).toEqual(['member', 'admin']);
  expect([rolesToGive('billing'), rolesToGive('member')]).toEqual([[], []]);
});

test('an admin changes no owner and no billing person', () => {
  expect(rolesToChangeTo('admin', 'owner')).toEqual([]);
  expect(rolesToChangeTo('admin', 'billing')).toEqual([]);
  expect(rolesToChangeTo('admin', 'member')).toEqual(['admin']);
  expect(rolesToChangeTo('owner', 'member')).toEqual(['admin', 'billing', 'owner']);
});

test('anybody can leave, and is removed by those who could have given the role', () => {
  expect(canRemove('member', { role: 'member', isSelf: true })).toBe(true);
  expect(canRemove('member', { role: 'member', isSelf: false })).toBe(false);
  expect(canRemove('admin', { role: 'owner', isSelf: false })).toBe(false);
  expect(canRemove('owner', { role: 'owner', isSelf: false })).toBe(true);
});
