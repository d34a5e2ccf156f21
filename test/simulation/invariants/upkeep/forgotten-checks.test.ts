import { expect, test } from 'vitest';
import { checkForgotten } from './forgotten-checks.ts';

const check = (rows: readonly object[]): string[] => {
  const told: string[] = [];
  const tables = new Map([['Core', { items: () => rows }]]);
  const forgotten = new Map([['gone@example.com', 0]]);
  checkForgotten({ cloud: { database: { tables } }, forgotten } as never, (_invariant, what) =>
    told.push(what),
  );
  return told;
};

test('the address of whoever had it removed is in no row but mails and invitations', () => {
  const address = { email: 'gone@example.com' };
  expect(check([{ pk: 'ORG#1', sk: 'MEMBER#1', email: '' }])).toEqual([]);
  expect(check([{ pk: 'ORG#1', sk: 'MAIL#1', ...address }])).toEqual([]);
  const name = { pk: 'ORG#1', sk: 'ALIAS#userName#gone@example.com', personId: '' };
  expect(check([{ ...name, ttl: 1 }])).toEqual([]);
  expect(check([name, { ...name, personId: '1', ttl: 1 }])).toHaveLength(2);
  expect(check([{ pk: 'ORG#1', sk: 'MEMBER#1', ...address }])).toEqual([
    'gone@example.com is still in ORG#1 MEMBER#1',
  ]);
});
