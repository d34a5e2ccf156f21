import { hourMs, minuteMs } from '@scangate/domain/instant';
import { expect, test } from 'vitest';
import type { Database } from '../cloud/database/database.ts';
import { DueWatch } from './due-watch.ts';

const table = 'Core';
const pk = 'ORG#1';
const database = { tables: new Map() } as unknown as Database;
/** A row may say that its work is due much later than it is. */
const muchLater = '2030-01-01T00:00:00.000Z';
const listed = { dueQueue: 'x1', dueAt: muchLater };

const openWatch = () => {
  const told: string[] = [];
  const watch = new DueWatch((_invariant, what) => void told.push(what));
  const commit = (before: object | undefined, after: object | undefined, now: number, slackMs = 0) =>
    watch.onCommit([{ table, before, after } as never], { now, slackMs });
  const look = (now: number): string[] => {
    watch.look(database, { now, slackMs: 0 });
    return told.splice(0);
  };
  return { watch, told, commit, look };
};

test.each([
  ['EVENT#at#1', 10 * minuteMs, {}],
  ['REFUSED#1', 10 * minuteMs, {}],
  ['ENDED#1', 20 * minuteMs, {}],
  ['MAIL#1', 2 * hourMs, { sentAt: 'now' }],
])('%s is done within %i ms of its commit, whenever it says that it is due', (sk, mostMs, done) => {
  const row = { pk, sk, ...listed };
  const { commit, look, told } = openWatch();
  commit(undefined, row, 0);
  expect(look(mostMs)).toEqual([]);
  expect(look(mostMs + 1)).toEqual([expect.stringContaining('waits since')]);
  commit(row, { pk, sk, ...done }, mostMs + 1);
  expect(told.splice(0)).toEqual([expect.stringContaining('waits since')]);
  expect(look(mostMs + 2)).toEqual([]);
});

test('work that was done in time, or late while everything may be, is over', () => {
  const row = { pk, sk: 'EVENT#at#1', ...listed };
  const { commit, look } = openWatch();
  commit(undefined, row, 0);
  commit(row, { pk, sk: row.sk }, minuteMs);
  commit(undefined, row, 0);
  commit(row, { pk, sk: row.sk }, hourMs, Infinity);
  expect(look(hourMs)).toEqual([]);
});

test('work that is done or put off long after it was due is reported, though nobody looked meanwhile', () => {
  const row = { pk, sk: 'SCAN#1', dueQueue: '1', dueAt: '1970-01-01T00:00:00.000Z' };
  const { commit, told } = openWatch();
  const later = { ...row, dueAt: '1970-01-01T02:00:00.000Z' };
  commit(row, later, 30 * minuteMs);
  commit(row, { ...row, other: 1 }, hourMs);
  commit(row, undefined, hourMs, Infinity);
  expect(told).toEqual([]);
  commit(row, later, 31 * minuteMs);
  commit(row, { pk, sk: row.sk }, 31 * minuteMs);
  expect(told).toEqual([expect.stringContaining('done only now'), expect.stringContaining('done only now')]);
});

test('a row that no queue lists is reported when it is made', () => {
  const { commit, told } = openWatch();
  commit(undefined, { pk, sk: 'EVENT#at#1' }, 0);
  expect(told).toEqual(['ORG#1 EVENT#at#1 is in no queue']);
});

test.each([
  ['sent', { sentAt: 'now', attempts: 1 }, 0],
  ['given up after all tries', { attempts: 19 }, 0],
  ['neither', { attempts: 2 }, 1],
])('a mail that is %s at the end', (_what, fields, count) => {
  const row = { pk, sk: 'MAIL#1', ...listed };
  const { watch, commit, told } = openWatch();
  commit(undefined, row, 0);
  commit(row, { pk, sk: row.sk, ...fields }, minuteMs);
  watch.checkEnd(3 * hourMs);
  expect(told).toHaveLength(count);
});

test('a digest waits for its day', () => {
  const { commit, look } = openWatch();
  commit(undefined, { pk, sk: 'MAIL#1', kind: 'advisory_digest', ...listed }, 0);
  expect(look(25 * hourMs)).toEqual([]);
  expect(look(27 * hourMs)).toHaveLength(1);
});
