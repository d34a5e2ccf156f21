import { beforeEach, describe, expect, test } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { scopes } from '@scangate/domain/identity/roles';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { moneyRecords, violationsOf } from '#test/support/billing/money-invariants.ts';
import { codeOf, provision } from '#test/support/billing/operator-acts.ts';
import { later, noon } from '#test/support/world.ts';

let store: MemoryStore;
beforeEach(() => {
  store = new MemoryStore();
});

const first = '11111111-1111-4111-8111-111111111111';
const second = '22222222-2222-4222-8222-222222222222';
const third = '33333333-3333-4333-8333-333333333333';
const order = { organizationId: first, name: 'Acme', plan: 'Team', ownerEmail: 'owner@example.com' };
const run = (input: object) => provision(input, store);
const codeFor = (input: object) => codeOf(() => run(input));

describe('a new organization', () => {
  test('has its owner, the default gate, and pools filled by a ledger entry', async () => {
    const { personId } = await run(order);
    expect(store.all('organization')).toMatchObject([
      {
        organizationId: first,
        billingAccountId: first,
        owners: 1,
        severityThreshold: 'critical',
      },
    ]);
    expect(store.all('account')).toMatchObject([{ accountId: first, plan: 'Team', licenses: 5 }]);
    expect(store.all('member')).toMatchObject([{ organizationId: first, personId, role: 'owner' }]);
    expect(store.all('pool')).toMatchObject([
      {
        pool: 'core',
        available: 500,
        periodStartAt: noon.toISOString(),
        periodEndAt: '2026-04-10T12:00:00.000Z',
      },
      { pool: 'sast', available: 0 },
    ]);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });

  test("gets the owner's token once; only its hash is stored", async () => {
    const { token } = await run(order);
    expect(store.all('token')).toMatchObject([{ tokenHash: tokenHash(token), scopes: [...scopes] }]);
    expect(JSON.stringify(moneyRecords(store))).not.toContain(token.slice(9));
  });

  test.each([
    [{ plan: 'Free' }, 100, 0],
    [{ plan: 'Starter' }, 800, 0],
    [{ plan: 'Starter', sastAddon: 'starter' }, 800, 50],
    [{ plan: 'Team', licenses: 12 }, 1_200, 0],
    [{ plan: 'Team', licenses: 12, sastAddon: 'team' }, 1_200, 600],
    [{ plan: 'Regulated', credits: { core: 9_000, sast: 10 } }, 9_000, 10],
    [{ plan: 'Team', credits: { core: 0 } }, 0, 0],
  ])('%j: %i core and %i SAST credits', async (more, core, sast) => {
    await run({ ...order, ...more });
    expect(store.all('pool').map(({ available }) => available)).toEqual([core, sast]);
    expect(violationsOf(moneyRecords(store))).toEqual([]);
  });
});

describe('a client organization', () => {
  test('has no pools of its own: its parent pays', async () => {
    await run(order);
    await run({ ...order, organizationId: second, plan: 'Free', parent: first });
    expect(store.all('organization')[1]).toMatchObject({ organizationId: second, billingAccountId: first });
    expect(new Set(store.all('pool').map(({ accountId }) => accountId))).toEqual(new Set([first]));
  });

  test('is refused without its parent', async () => {
    expect(await codeFor({ ...order, parent: second })).toBe('not_found');
    expect(store.all('organization')).toEqual([]);
  });

  test('is refused under a client organization, which pays for nothing', async () => {
    await run(order);
    await run({ ...order, organizationId: second, parent: first });
    expect(await codeFor({ ...order, organizationId: third, parent: second })).toBe('validation_failed');
    expect(store.all('organization')).toHaveLength(2);
  });
});

test('a second organization under the same id is a conflict and changes nothing', async () => {
  await run(order);
  const before = [store.all('organization'), store.all('pool'), store.all('token')];
  expect(await codeFor({ ...order, plan: 'Free' })).toBe('conflict');
  expect([store.all('organization'), store.all('pool'), store.all('token')]).toEqual(before);
});

test.each([
  [{ plan: 'Regulated' }, 'validation_failed'],
  [{ licenses: 4 }, 'validation_failed'],
  [{ organizationId: 'acme' }, 'validation_failed'],
  [{ ownerEmail: 'nobody' }, 'validation_failed'],
  [{ credits: { core: -1 } }, 'validation_failed'],
  [{ credits: { core: 0.5 } }, 'validation_failed'],
  [{ name: '' }, 'validation_failed'],
  [{ tokens: 3 }, 'unknown_field'],
])('%j is refused: %s', async (more, code) => {
  expect(await codeFor({ ...order, ...more })).toBe(code);
  expect(store.all('organization')).toEqual([]);
});

describe('the billing period', () => {
  const monthly = { name: 'Acme', plan: 'Starter', ownerEmail: 'owner@example.com' };
  const day = 86_400;
  const provisioned = (more: object) =>
    provision({ organizationId: first, ...monthly, ...more }, store, later(day));

  test('is a year where the operator says so', async () => {
    const made = await provisioned({ period: 'year' });
    const account = store.all('account').find(({ accountId }) => accountId === made.organizationId);
    expect(account).toMatchObject({ interval: 'year', createdAt: later(day).toISOString() });
  });

  test.each([
    [{ plan: 'Free', period: 'year' }],
    [{ licenses: 10 }],
    [{ plan: 'Free', sastAddon: 'starter' }],
    [{ sastAddon: 'team' }],
    [{ period: 'week' }],
  ])('%j contradicts itself and is refused', async (more) => {
    const before = store.all('account');
    expect(await codeOf(() => provisioned(more))).toBe('validation_failed');
    expect(store.all('account')).toEqual(before);
  });
});
