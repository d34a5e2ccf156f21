import { expect, test } from 'vitest';
import {
  forgetAlias,
  forgetFormerMember,
  namesInDirectory,
  namesPerson,
} from '@scangate/domain/identity/forget-member';

const member = {
  organizationId: 'o',
  personId: 'p',
  email: 'Ada@example.com',
  role: 'member',
  joinedAt: '2026-03-01T12:00:00.000Z',
  removedAt: '2026-03-02T12:00:00.000Z',
} as const;
const now = '2026-03-10T12:00:00.000Z';

test('the record of a former member names the person by the address or by what a directory gave', () => {
  const nobody = { ...member, email: '' };
  expect([member, nobody].map(namesPerson)).toEqual([true, false]);
  expect(namesPerson({ ...nobody, directory: { userName: 'ada' } })).toBe(true);
});

test('a former member is forgotten, unless the person is a member again', () => {
  expect(forgetFormerMember(member)).toMatchObject({
    set: { email: '' },
    unset: ['directory'],
    when: [
      { field: 'joinedAt', is: 'equal', value: member.joinedAt },
      { field: 'removedAt', is: 'present' },
    ],
  });
});

test('a name in the directory is freed and expires, while it is that of the person', () => {
  expect(namesInDirectory({})).toEqual([]);
  expect(namesInDirectory({ directory: { userName: 'Ada@example.com' } })).toEqual([
    'userName#ada@example.com',
  ]);
  const [, alias = ''] = namesInDirectory({ directory: { userName: 'ada', externalId: 'E-1' } });
  expect(forgetAlias({ organizationId: 'o', alias, personId: 'p' }, now)).toMatchObject({
    id: { organizationId: 'o', alias: 'externalId#E-1' },
    set: { personId: '', expiresAt: now },
    when: [{ field: 'personId', is: 'equal', value: 'p' }],
  });
});
