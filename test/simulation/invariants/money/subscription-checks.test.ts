import { expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { LedgerEntry } from '@scangate/domain/records';
import type { PriceName } from '@scangate/domain/plans/price-names';
import type { World } from '#test/simulation/start/world.ts';
import { subscriptionViolations } from './subscription-checks.ts';
import { write } from '#test/support/world.ts';

const accountId = '11111111-1111-4111-8111-111111111111';
const startAt = '2026-03-10T12:00:00.000Z';
const endAt = '2026-04-10T12:00:00.000Z';
const secondsOf = (at: string): number => Date.parse(at) / 1_000;

interface Line {
  price: PriceName;
  quantity: number;
  from?: string;
  isRest?: boolean;
}

const invoiceOf = (id: string, lines: readonly Line[]) => ({
  id,
  status: 'paid',
  created: secondsOf(startAt),
  status_transitions: {},
  parent: { subscription_details: { subscription: 'sub', metadata: { accountId } } },
  lines: {
    data: lines.map(({ price, quantity, from = startAt, isRest = false }) => ({
      quantity,
      period: { start: secondsOf(from), end: secondsOf(endAt) },
      pricing: { price_details: { price } },
      parent: { subscription_item_details: { proration: isRest } },
    })),
  },
});

const prices = (['team_month', 'starter_month', 'sast_team_month'] as const).map((name) => ({
  id: name,
  lookup_key: name,
}));

const entry = (cause: string, amount: number, pool: 'core' | 'sast' = 'core'): LedgerEntry => ({
  accountId,
  pool,
  cause,
  at: startAt,
  kind: 'grant',
  amount,
  source: 'refill',
});

const check = async (invoices: readonly object[], entries: readonly LedgerEntry[]): Promise<string[]> => {
  const store = new MemoryStore();
  const account = { accountId, plan: 'Team', interval: 'month', licenses: 6, retentionDays: 365, version: 1 };
  await write(store, [{ change: 'insert', record: 'account', item: account as never }]);
  for (const item of entries) await write(store, [{ change: 'insert', record: 'ledgerEntry', item }]);
  const objects = (type: string) => (type === 'invoice' ? invoices : type === 'price' ? prices : []);
  const world = {
    stripe: { objects },
    organizations: [{ organizationId: accountId, plan: 'Free' }],
    scheduler: { now: Date.parse(endAt) },
  };
  return subscriptionViolations(world as unknown as World, store, Date.parse(endAt));
};

const team = invoiceOf('in_1', [{ price: 'team_month', quantity: 6 }]);
const refill = entry(`refill#${startAt}`, 600);

test('a paid plan that brought its credits violates nothing', async () => {
  expect(await check([team], [refill])).toEqual([]);
});

test.each([
  ['no credits', [], 'its pool was not filled'],
  ['too few credits', [entry(`refill#${startAt}`, 500)], 'got 500 credits instead of 600'],
])('a paid plan with %s is found', async (_what, entries, expected) => {
  expect(await check([team], entries)).toEqual([expect.stringContaining(expected)]);
});

test('a plan with more credits than were sold is found, as granted and as paid', async () => {
  expect(await check([team], [entry(`refill#${startAt}`, 700)])).toEqual([
    expect.stringContaining('got 700 credits instead of 600'),
    expect.stringContaining('got 700 of core'),
  ]);
});

const addon = invoiceOf('in_2', [{ price: 'sast_team_month', quantity: 6 }]);

test.each([
  ['its credits', [addon], 300, []],
  ['other credits', [addon], 301, ['got 301 credits instead of', 'got 301 of sast']],
  ['no payment', [], 50, ['got 50 of sast']],
])('an add-on that is filled with %s', async (_what, invoices, amount, expected) => {
  const entries = [refill, entry(`refill#${startAt}`, amount, 'sast')];
  expect(await check([team, ...invoices], entries)).toEqual(
    expected.map((text) => expect.stringContaining(text)),
  );
});

const later = '2026-03-20T12:00:00.000Z';
const increase = (id: string, before: number, after: number) =>
  invoiceOf(id, [
    { price: 'team_month', quantity: before, from: later, isRest: true },
    { price: 'team_month', quantity: after, from: later, isRest: true },
  ]);

test.each([
  ['its credits', [entry('seats#in_3', 200)], []],
  ['no credits', [], ['paid in_3 for 9 licenses, and got nothing']],
  ['none of its credits', [entry('seats#in_3', 0)], ['paid in_3 for 9 licenses, and got nothing']],
  ['the credits of all licenses', [entry('seats#in_3', 900)], ['brought 900 credits, and at most 300']],
])('an increase of licenses that brings %s', async (_what, entries, expected) => {
  expect(await check([team, increase('in_3', 6, 9)], [refill, ...entries])).toEqual(
    expected.map((text) => expect.stringContaining(text)),
  );
});

test('an increase that was overtaken by a larger one needs no credits of its own', async () => {
  const invoices = [team, increase('in_3', 6, 7), increase('in_4', 7, 9)];
  expect(await check(invoices, [refill, entry('seats#in_4', 200)])).toEqual([]);
});
