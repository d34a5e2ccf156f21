import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '@scangate/domain/problem';
import type { Account, Pool } from '@scangate/domain/records';
import {
  billingGateNames,
  billingGates,
  closedGate,
  inBillingGateOrder,
  passBillingGates,
  passLateBillingGates,
  type BillingGateFacts,
  type BillingGateName,
} from '@scangate/domain/scans/billing-gates';
import { noon, poolWith } from '#test/support/world.ts';

const at = noon.toISOString();

type CheckedGate = Exclude<BillingGateName, 'dedup'>;

/** Closes each gate, and the code with which it then answers. */
const closed: Record<CheckedGate, [code: string, close: (facts: BillingGateFacts) => BillingGateFacts]> = {
  plan: ['entitlement_denied', (facts) => withAccount(facts, { plan: 'Starter' })],
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
      licenses: { own: undefined, month: { accountId: 'a', month: '2026-03', used: 10 } },
    }),
  ],
  budget: [
    'budget_exhausted',
    (facts) => withAccount(facts, { clientBudgets: { client: { core: { hard: 1 } } } }),
  ],
  credits: ['insufficient_credits', (facts) => withPools(facts, { core: 0, sast: 0 })],
};
const names = billingGateNames.filter((name): name is CheckedGate => name !== 'dedup');

const check = (name: CheckedGate, facts: BillingGateFacts): void => {
  const row = billingGates.find(({ gate }) => gate === name);
  if (!row || !('check' in row)) throw new Error(`the gate ${name} has no check`);
  row.check(facts);
};

const withAccount = (facts: BillingGateFacts, change: Partial<Account>): BillingGateFacts => ({
  ...facts,
  billing: { ...facts.billing, account: { ...facts.billing.account, ...change } },
});
const withPools = (facts: BillingGateFacts, included: { core: number; sast: number }): BillingGateFacts => {
  const pool = (name: 'core' | 'sast'): Pool => poolWith('a', name, { included: included[name] });
  return { ...facts, billing: { ...facts.billing, pools: { core: pool('core'), sast: pool('sast') } } };
};

/** An account with every gate open for a scan of all types that costs 2 core and 1 SAST credits. */
const open: BillingGateFacts = {
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
  usesApi: true,
  client: { organizationId: 'client', usage: undefined },
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

test('open gates refuse nothing', () => {
  for (const name of names) expect(refusalOf(() => check(name, open))).toBeUndefined();
  expect(refusalOf(() => passBillingGates(open))).toBeUndefined();
  expect(refusalOf(() => passLateBillingGates(open))).toBeUndefined();
});

test('each gate decides independently of the others; checked together, the first closed one answers', () => {
  fc.assert(
    fc.property(fc.subarray(names), (shut) => {
      const facts = shut.reduce((soFar, name) => closed[name][1](soFar), open);
      for (const name of names)
        expect(refusalOf(() => check(name, facts))?.code).toBe(
          shut.includes(name) ? closed[name][0] : undefined,
        );
      const dedup = billingGateNames.indexOf('dedup');
      const first = names.find((name) => billingGateNames.indexOf(name) < dedup && shut.includes(name));
      expect(refusalOf(() => passBillingGates(facts))?.code).toBe(first && closed[first][0]);
      const behind = names.find((name) => billingGateNames.indexOf(name) > dedup && shut.includes(name));
      expect(closedGate(facts)?.code).toBe(behind && closed[behind][0]);
    }),
  );
});

test('each pool pays for itself, and the core pool answers first with its balance', () => {
  const amounts = fc.record({ core: fc.nat(3), sast: fc.nat(3) });
  fc.assert(
    fc.property(amounts, amounts, (balance, total) => {
      const refusal = refusalOf(() => check('credits', { ...withPools(open, balance), total }));
      const lacking = (['core', 'sast'] as const).find((pool) => balance[pool] < total[pool]);
      expect(refusal?.members['pool']).toBe(lacking);
      if (lacking)
        expect(refusal?.members).toMatchObject({ balance: balance[lacking], required: total[lacking] });
    }),
  );
});

test('only a billable scan of a person without a license needs one', () => {
  const [, close] = closed.license;
  const full = close(open);
  expect(refusalOf(() => check('license', full))?.members).toMatchObject({
    remedy: 'buy_licenses',
    limit: 5,
    month: '2026-03',
  });
  expect(refusalOf(() => check('license', { ...full, total: { core: 0, sast: 0 } }))).toBeUndefined();
  const own = { accountId: 'a', month: '2026-03', personId: 'p', organizationId: 'o', claimedAt: at };
  expect(refusalOf(() => check('license', { ...full, licenses: { ...full.licenses, own } }))).toBeUndefined();
});

test('the only license is free for the first person', () => {
  const agreed = withAccount(open, { plan: 'Regulated', licenses: 1 });
  const licenses = { own: undefined, month: undefined };
  expect(refusalOf(() => check('license', { ...agreed, licenses }))).toBeUndefined();
});

test('the plan must include API access, except for a scan of a console session', () => {
  const lost = withAccount(open, { endsAt: at });
  expect(refusalOf(() => check('plan', lost))?.members['capability']).toBe('api');
  expect(refusalOf(() => check('plan', { ...lost, usesApi: false }))).toBeUndefined();
});

test('a payment hold answers with the latest failed payment', () => {
  const unpaidInvoices = [
    { invoiceId: 'in_2', failedAt: '2026-03-09T00:00:00.000Z' },
    { invoiceId: 'in_1', failedAt: '2026-03-08T00:00:00.000Z' },
  ];
  const refusal = refusalOf(() => check('payment_hold', withAccount(open, { unpaidInvoices })));
  expect(refusal?.members['lastPaymentFailedAt']).toBe('2026-03-09T00:00:00.000Z');
});

test('a repository beyond the limit is refused by the plan in force: an ended plan counts as Free', () => {
  const shut = closed.repository[1](withAccount(open, { endsAt: at }));
  expect(refusalOf(() => check('repository', shut))?.members).toMatchObject({
    capability: 'repositories',
    plan: 'Free',
    limit: 1,
  });
});

test('the gates of late units are plan, hold and add-on, in the order of the table', () => {
  fc.assert(
    fc.property(fc.subarray(names), (shut) => {
      const facts = shut.reduce((soFar, name) => closed[name][1](soFar), open);
      const first = (['plan', 'payment_hold', 'sast_addon'] as const).find((name) => shut.includes(name));
      expect(refusalOf(() => passLateBillingGates(facts))?.code).toBe(first && closed[first][0]);
    }),
  );
});

test('the changes of the gates that a transaction decides are in the order of the table', () => {
  expect(inBillingGateOrder({ credits: ['c'], budget: ['b'], license: ['l1', 'l2'], dedup: ['d'] })).toEqual([
    'd',
    'l1',
    'l2',
    'b',
    'c',
  ]);
});
