import { expect, test } from 'vitest';
import { peopleView } from '@scangate/domain/identity/members';
import type { Member } from '@scangate/domain/records';

const member = (personId: string, email: string, more: Partial<Member> = {}): Member => ({
  organizationId: 'o-1',
  personId,
  email,
  role: 'member',
  joinedAt: '2026-03-10T12:00:00.000Z',
  ...more,
});
const namesOf = (...members: Member[]) => peopleView(members).map(({ displayName }) => displayName);
const profile = (fields: object) => ({ directory: { userName: 'u', profile: fields } });

test('a person has the name from the directory, or the first part of the address', () => {
  expect(
    namesOf(
      member('1', 'ada@example.com'),
      member('2', 'grace@example.com', profile({ displayName: 'Grace Hopper' })),
      member('3', 'kay@example.com', profile({ givenName: 'Kay', familyName: 'Mauchly' })),
      member('4', 'jean@example.com', profile({ displayName: ' ' })),
    ),
  ).toEqual(['ada', 'Grace Hopper', 'Kay Mauchly', 'jean']);
});

test('two people with one name, in any case, are distinguished by their addresses', () => {
  expect(
    namesOf(member('1', 'ada@example.com'), member('2', 'Ada@example.org'), member('3', 'bo@x.io')),
  ).toEqual(['ada@example.com', 'Ada@example.org', 'bo']);
});

test('a person who left is not shown, and does not affect other names', () => {
  const left = member('1', 'ada@example.com', { removedAt: '2026-03-11T12:00:00.000Z' });
  expect(namesOf(left, member('2', 'ada@example.org'))).toEqual(['ada']);
});
