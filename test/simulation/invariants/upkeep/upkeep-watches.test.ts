import { hourMs } from '@scangate/domain/instant';
import { expect, test } from 'vitest';
import { BudgetWatch } from './budget-watch.ts';
import { RenewalWatch } from './renewal-watch.ts';
import { RepositoryWatch } from './repository-watch.ts';
import { SubscriberWatch } from './subscriber-watch.ts';

const table = 'Core';
const pk = 'ORG#1';
const added = (after: object) => ({ table, before: undefined, after: { ...after } });

const openWatch = <W>(Watch: new (report: (invariant: string, what: string) => void) => W) => {
  const told: string[] = [];
  return { watch: new Watch((invariant, what) => void told.push(`${invariant}: ${what}`)), told };
};

const connected = { pk, sk: 'REPO#r', credential: 'sealed' };
const disconnected = { pk, sk: 'REPO#r', disconnectedAt: 'now' };
const scanOf = (repositoryId: string) => added({ pk: 'ORG#1#9', sk: 'SCAN#s', repositoryId });

test('a disconnected repository is not connected again, keeps no credential and is scanned no more', () => {
  const told: string[] = [];
  const report = (invariant: string, what: string) => void told.push(`${invariant}: ${what}`);
  const watch = new RepositoryWatch(report, ({ repositoryId }) => String(repositoryId));
  watch.onCommit([{ table, before: connected, after: disconnected }], 0);
  watch.onCommit([scanOf('r')], 60_000);
  watch.onCommit([scanOf('other')], hourMs);
  expect(told).toEqual([]);
  const back = watch.keep();
  watch.onCommit([scanOf('r')], hourMs);
  watch.onCommit([{ table, before: disconnected, after: { ...disconnected, credential: 'sealed' } }], hourMs);
  watch.onCommit([{ table, before: disconnected, after: connected }], hourMs);
  expect(told).toEqual([
    'disconnected: ORG#1#9 SCAN#s is of a repository that was disconnected',
    'disconnected: ORG#1 REPO#r keeps its credential',
    'disconnected: ORG#1 REPO#r is connected again',
  ]);
  back();
  watch.onCommit([scanOf('r')], hourMs);
  expect(told).toHaveLength(4);
});

const payer = (hard: number) => ({
  pk: 'ACCOUNT#p',
  sk: 'ACCOUNT',
  clientBudgets: { c: { core: { hard } } },
});
const spent = (core: number) => ({ pk: 'ACCOUNT#p', sk: 'CLIENT#c#2026-03', core, sast: 0 });

test('a client spends no more than its budget, but for what was decided before that was set', () => {
  const { watch, told } = openWatch(BudgetWatch);
  watch.onCommit([added(payer(5))], 0);
  watch.onCommit([added(spent(6))], 60_000);
  watch.onCommit([{ table, before: spent(4), after: spent(5) }], hourMs);
  watch.onCommit([{ table, before: spent(9), after: spent(8) }], hourMs);
  expect(told).toEqual([]);
  watch.onCommit([{ table, before: spent(5), after: spent(6) }], hourMs);
  watch.onCommit([{ table, before: spent(0), after: spent(-1) }], hourMs);
  expect(told).toEqual(['budget: c spends 6 of the 5 of core that it may', 'budget: c has spent -1 of core']);
  watch.onCommit([{ table, before: payer(5), after: payer(20) }], hourMs);
  watch.onCommit([{ table, before: spent(5), after: spent(6) }], 2 * hourMs);
  expect(told).toHaveLength(2);
});

const first = { pk, sk: 'WAIVER#a', status: 'approved', version: 1 };
const renewal = { pk, sk: 'WAIVER#b', status: 'approved', version: 2, renews: 'a' };
const replaced = { table, before: first, after: { ...first, status: 'replaced' } };

test('an approved renewal replaces the waiver that it renews, in the same commit', () => {
  const { watch, told } = openWatch(RenewalWatch);
  watch.onCommit([added(first)]);
  const back = watch.keep();
  watch.onCommit([added({ ...renewal, status: 'requested' })]);
  watch.onCommit([added(renewal), replaced]);
  expect(told).toEqual([]);
  back();
  watch.onCommit([added(renewal)]);
  watch.onCommit([added({ ...renewal, sk: 'WAIVER#c', version: 4 }), replaced]);
  watch.onCommit([added({ ...renewal, sk: 'WAIVER#d', renews: 'none' })]);
  expect(told).toEqual([
    'renewal: ORG#1 WAIVER#b is approved, and what it renews is approved',
    'renewal: ORG#1 WAIVER#c has version 4 after 1',
    'renewal: ORG#1 WAIVER#d renews nothing',
  ]);
});

const tracker = { pk, sk: 'SUBSCRIBER#t', kind: 'jira', credential: 'sealed' };
const removed = { pk, sk: 'SUBSCRIBER#t', kind: 'jira', removedAt: 'now' };
const delivery = { pk, sk: 'DELIVERY#t#1', state: 'waiting', eventId: 'e' };
const sent = { table, before: delivery, after: { ...delivery, state: 'delivered' } };

test('a removed tracker is not there again, keeps no credential and is sent nothing', () => {
  const { watch, told } = openWatch(SubscriberWatch);
  watch.onCommit([added(tracker), sent], 0);
  const back = watch.keep();
  watch.onCommit([{ table, before: tracker, after: removed }], 0);
  watch.onCommit([sent], 60_000);
  expect(told).toEqual([]);
  watch.onCommit([sent], hourMs);
  watch.onCommit([{ table, before: tracker, after: { ...removed, credential: 'sealed' } }], hourMs);
  watch.onCommit([{ table, before: removed, after: tracker }], hourMs);
  expect(told).toEqual([
    'removed: t is sent e',
    'removed: jira t keeps its credential',
    'removed: jira t is there again',
  ]);
  back();
  watch.onCommit([sent], hourMs);
  expect(told).toHaveLength(3);
});
