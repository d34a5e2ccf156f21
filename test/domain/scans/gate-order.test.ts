import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '@scangate/domain/problem';
import type { Account, Pool } from '@scangate/domain/records';
import { gates, passGates, type GateFacts, type GateName } from '@scangate/domain/scans/gate-order';
import { noon, poolWith } from '#test/support/world.ts';

const at = noon.toISOString();

/** What closes each gate, and how it answers. */
const closed: Record<GateName, [code: string, close: (facts: GateFacts) => GateFacts]> = {
  repository: ['entitlement_denied', (facts) => ({ ...facts, isRepositoryCovered: false })],
  payment_hold: [
    'payment_failed',
    (facts) => withAccount(facts, { unpaidInvoices: [{ invoiceId: 'in_1', failedAt: at }] }),
  ],
  sast_addon: ['sast_addon_required', (facts) => withAccount(facts, { sastAddon: undefined } as never)],
  license: [
    'seat_license_required',
    (facts) => ({
      ...facts,
      licenses: { own: undefined, month: { accountId: 'a', month: '2026-03', used: 5 } },
    }),
  ],
  credits: ['insufficient_credits', (facts) => withPools(facts, { core: 0, sast: 0 })],
};
const names = Object.keys(closed) as GateName[];

const withAccount = (facts: GateFacts, change: Partial<Account>): GateFacts => ({
  ...facts,
  billing: { ...facts.billing, account: { ...facts.billing.account, ...change } },
});
const withPools = (facts: GateFacts, included: { core: number; sast: number }): GateFacts => {
  const pool = (name: 'core' | 'sast'): Pool => poolWith('a', name, { included: included[name] });
  return { ...facts, billing: { ...facts.billing, pools: { core: pool('core'), sast: pool('sast') } } };
};

/** An account of which every gate lets through a scan of all types that costs 2 core and 1 SAST credits. */
const open: GateFacts = {
  billing: {
    account: {
      accountId: 'a',
      plan: 'Team',
      interval: 'month',
      licenses: 5,
      renewedBy: 'schedule',
      sastAddon: { size: 'team' },
      unpaidInvoices: [],
      retentionDays: 365,
      autoRecharge: {},
      version: 1,
      createdAt: at,
    },
    pools: { core: poolWith('a', 'core', { included: 2 }), sast: poolWith('a', 'sast', { included: 1 }) },
  },
  licenses: { own: undefined, month: { accountId: 'a', month: '2026-03', used: 4 } },
  isRepositoryCovered: true,
  scan: { scanTypes: ['sca', 'sast'] },
  total: { core: 2, sast: 1 },
  now: at,
};

const refusalOf = (ask: () => void): Problem | undefined => {
  try {
    ask();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
};

test('open gates let pass', () => {
  for (const name of names) expect(refusalOf(() => gates[name](open))).toBeUndefined();
  expect(refusalOf(() => passGates(open))).toBeUndefined();
});

test('each gate answers for itself, whatever the others would; asked together, the first', () => {
  fc.assert(
    fc.property(fc.subarray(names), (shut) => {
      const facts = shut.reduce((soFar, name) => closed[name][1](soFar), open);
      for (const name of names)
        expect(refusalOf(() => gates[name](facts))?.code).toBe(
          shut.includes(name) ? closed[name][0] : undefined,
        );
      const first = (['repository', 'payment_hold', 'sast_addon'] as const).find((name) =>
        shut.includes(name),
      );
      expect(refusalOf(() => passGates(facts))?.code).toBe(first && closed[first][0]);
    }),
  );
});

test('credits: each pool pays for itself, the core pool answers first, and says what is missing', () => {
  const amounts = fc.record({ core: fc.nat(3), sast: fc.nat(3) });
  fc.assert(
    fc.property(amounts, amounts, (balance, total) => {
      const refusal = refusalOf(() => gates.credits({ ...withPools(open, balance), total }));
      const lacking = (['core', 'sast'] as const).find((pool) => balance[pool] < total[pool]);
      expect(refusal?.members['pool']).toBe(lacking);
      if (lacking)
        expect(refusal?.members).toMatchObject({ balance: balance[lacking], required: total[lacking] });
    }),
  );
});

test('the licence is asked of billable acts alone, and not of whom has one', () => {
  const [, close] = closed.license;
  const full = close(open);
  expect(refusalOf(() => gates.license(full))?.members).toMatchObject({
    remedy: 'buy_licenses',
    limit: 5,
    month: '2026-03',
  });
  expect(refusalOf(() => gates.license({ ...full, total: { core: 0, sast: 0 } }))).toBeUndefined();
  const own = { accountId: 'a', month: '2026-03', personId: 'p', organizationId: 'o', claimedAt: at };
  expect(refusalOf(() => gates.license({ ...full, licenses: { ...full.licenses, own } }))).toBeUndefined();
});

test('the only licence there is goes to the first who asks', () => {
  const agreed = withAccount(open, { plan: 'Regulated', licenses: 1 });
  const licenses = { own: undefined, month: undefined };
  expect(refusalOf(() => gates.license({ ...agreed, licenses }))).toBeUndefined();
});

test('the hold is asked of the account alone: the latest failure is told', () => {
  const unpaidInvoices = [
    { invoiceId: 'in_2', failedAt: '2026-03-09T00:00:00.000Z' },
    { invoiceId: 'in_1', failedAt: '2026-03-08T00:00:00.000Z' },
  ];
  const refusal = refusalOf(() => gates.payment_hold(withAccount(open, { unpaidInvoices })));
  expect(refusal?.members['lastPaymentFailedAt']).toBe('2026-03-09T00:00:00.000Z');
});

test('a repository beyond what the plan has is refused by the plan in force, an ended one being Free', () => {
  const shut = closed.repository[1](withAccount(open, { endsAt: at }));
  expect(refusalOf(() => gates.repository(shut))?.members).toMatchObject({
    capability: 'repositories',
    plan: 'Free',
    limit: 1,
  });
});
