import { describe, expect, test } from 'vitest';
import {
  rechargeClaimChanges,
  claimRecharge,
  endAttempt,
  recordRechargeDeclined,
  recordRechargePaid,
} from '@scangate/domain/credits/auto-recharge/recharge-attempt';
import {
  queueForSweep,
  newRecharge,
  currentRecharge,
  rechargeChange,
} from '@scangate/domain/credits/auto-recharge/recharge-record';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import type { Account, Instant, Recharge, RechargeSettings } from '@scangate/domain/records';
import { newAccount } from '#test/models/account-timeline.ts';

const began = '2026-03-10T12:00:00.000Z';
const next = '2026-04-10T12:00:00.000Z';
const noon = '2026-03-20T12:00:00.000Z';
const quarter = '2026-03-20T12:15:00.000Z';

/** A pool of ten core credits that is recharged at twenty. */
const low = (settings: Partial<RechargeSettings> = {}, available = 10): BillingState => {
  const { account, pools } = newAccount({ plan: 'Starter' }, began).state;
  const core = { enabled: true, threshold: 20, pack: 'core-100', monthlyCap: 3, version: 1 } as const;
  return {
    account: { ...account, autoRecharge: { core: { ...core, ...settings } } },
    pools: { ...pools, core: { ...pools.core, available } },
  };
};
const inApril = (state: BillingState): BillingState => ({
  ...state,
  pools: { ...state.pools, core: { ...state.pools.core, periodStartAt: next } },
});
const fresh = newRecharge('org', 'core', began);

const claimed = (
  state: BillingState,
  recharge: Recharge,
  { card = 'card', now = noon }: { card?: string; now?: Instant } = {},
) => {
  const claim = claimRecharge(state, { recharge, payer: {}, paymentMethodId: card }, now);
  if (claim.outcome !== 'claimed') throw new Error(claim.outcome);
  return { ...claim, after: { ...claim.after, version: recharge.version + 1 } };
};
const rowOf = (changes: readonly { change: string; record: string }[]): Recharge => {
  const [row] = changes.filter(({ record }) => record === 'recharge');
  if (!row || !('set' in row)) throw new Error('no row is written');
  return row.set as Recharge;
};
/** The recharge after a number of declined attempts. */
const failed = (times: number, state = low(), card = 'card'): Recharge => {
  let recharge = fresh;
  for (let time = 0; time < times; time++) {
    const { after, attempt } = claimed(state, recharge, { card, now: recharge.nextAttemptAt ?? noon });
    const { changes } = recordRechargeDeclined(
      state,
      { recharge: after, attempt, code: 'declined' },
      attempt.at,
    );
    recharge = { ...fresh, ...rowOf(changes) };
  }
  return recharge;
};
const outcome = (
  state: BillingState,
  recharge: Recharge,
  { card = 'card', now = noon }: { card?: string; now?: Instant } = {},
) => claimRecharge(state, { recharge, payer: {}, paymentMethodId: card }, now).outcome;

describe('a slot of the cap', () => {
  test('is claimed when a recharge is due, there is a payment method and no attempt is in progress', () => {
    const { after, attempt } = claimed(low(), fresh);
    expect(after).toMatchObject({ packs: 1, failures: 0, attempt });
    expect(attempt).toMatchObject({
      pack: 'core-100',
      at: noon,
      settingsVersion: 1,
      paymentMethodId: 'card',
    });
    expect(outcome(low(), after)).toBe('not_now');
    expect(claimRecharge(low(), { recharge: fresh, payer: {} }, noon).outcome).toBe('not_now');
    expect(outcome(low({}, 20), fresh)).toBe('claimed');
    expect(outcome(low({}, 21), fresh)).toBe('not_now');
    expect(outcome(low({ enabled: false }), fresh)).toBe('not_now');
  });

  test('is claimed on a pay-as-you-go plan with nothing unpaid, and for SAST only with the add-on', () => {
    const on = (change: Partial<Account>) => ({ ...low(), account: { ...low().account, ...change } });
    expect(outcome(on({ plan: 'Team', licenses: 5 }), fresh)).toBe('claimed');
    for (const plan of ['Free', 'Regulated'] as const) expect(outcome(on({ plan }), fresh)).toBe('not_now');
    const unpaidInvoices = [{ invoiceId: 'in', failedAt: noon }];
    expect(outcome(on({ unpaidInvoices }), fresh)).toBe('not_now');
    const { core } = low().account.autoRecharge;
    const autoRecharge = core && { sast: { ...core, pack: 'sast-25' as const } };
    const sast = newRecharge('org', 'sast', began);
    expect(outcome(on({ ...(autoRecharge && { autoRecharge }) }), sast)).toBe('not_now');
    const sastAddon = { size: 'starter' } as const;
    expect(outcome(on({ ...(autoRecharge && { autoRecharge }), sastAddon }), sast)).toBe('claimed');
    expect(outcome(on({ plan: 'Free', ...(autoRecharge && { autoRecharge }), sastAddon }), sast)).toBe(
      'not_now',
    );
  });

  test('is available up to the cap, and again in the next period', () => {
    expect(outcome(low(), { ...fresh, packs: 2 })).toBe('claimed');
    expect(outcome(low(), { ...fresh, packs: 3 })).toBe('not_now');
    expect(claimed(inApril(low()), { ...fresh, packs: 3 }).after).toMatchObject({
      packs: 1,
      periodStartAt: next,
    });
  });

  test('has a new id each time', () => {
    const names = [fresh, { ...fresh, version: 1 }].map(
      (recharge) => claimed(low(), recharge).attempt.attemptId,
    );
    expect(new Set(names).size).toBe(2);
  });

  test('is free again after a decline, only in the period of its claim', () => {
    expect(failed(1).packs).toBe(0);
    const { after, attempt } = claimed(low(), fresh);
    const turned = { ...after, periodStartAt: next, packs: 2 };
    const { changes } = recordRechargeDeclined(
      inApril(low()),
      { recharge: turned, attempt, code: 'declined' },
      noon,
    );
    expect(rowOf(changes).packs).toBe(2);
  });

  test('is claimed only if account, balance and period are unchanged, and the organization is not closing', () => {
    const state = low();
    const { after } = claimed(state, fresh);
    const conditions: unknown[] = [];
    for (const change of rechargeClaimChanges(state, fresh, after))
      if (change.change === 'require') conditions.push(...change.when);
    expect(conditions).toEqual([
      { field: 'version', is: 'equal', value: state.account.version },
      { field: 'closing', is: 'absent' },
      { field: 'periodStartAt', is: 'equal', value: state.pools.core.periodStartAt },
      { field: 'available', is: 'atMost', value: 20 },
    ]);
  });
});

describe('a streak of failures', () => {
  test('is retried after 15 minutes, one hour and six hours, and then no more', () => {
    const waits = [1, 2, 3].map((times) => {
      const { nextAttemptAt: nextAt = '', failureContext: _with } = failed(times);
      return nextAt.slice(11, 16);
    });
    expect(waits).toEqual(['12:15', '13:15', '19:15']);
    const spent = failed(4);
    expect([spent.failures, spent.nextAttemptAt, spent.failingSince]).toEqual([4, undefined, noon]);
    expect(outcome(low(), spent, { card: 'card', now: '2026-04-01T00:00:00.000Z' })).toBe('not_now');
  });

  test('is not retried early', () => {
    const recharge = failed(1);
    expect(claimRecharge(low(), { recharge, payer: {}, paymentMethodId: 'card' }, noon)).toEqual({
      outcome: 'later',
      at: quarter,
    });
    expect(outcome(low(), recharge, { card: 'card', now: quarter })).toBe('claimed');
  });

  test.each([
    ['other settings', low({ version: 2 })],
    ['the next period', inApril(low())],
  ])('ends with %s: it is retried at once, and reported again', (_, state) => {
    const { after } = claimed(state, failed(4));
    expect(after).toMatchObject({ failures: 0, packs: 1 });
    expect([after.ownersNotified, after.failingSince, after.failureContext, after.nextAttemptAt]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('continues with the same settings in the same period', () => {
    const recharge = failed(2);
    expect(currentRecharge(recharge, 1, fresh.periodStartAt)).toEqual(recharge);
  });

  test('with another payment method is retried at once, and not reported again', () => {
    const { after } = claimed(low(), failed(4), { card: 'other' });
    expect(after).toMatchObject({
      failures: 0,
      ownersNotified: true,
      failureContext: { paymentMethodId: 'other' },
    });
    expect(outcome(low(), failed(4), { card: 'card' })).toBe('not_now');
  });

  test('is reported once, and each failure is in the audit log', () => {
    const [first, second] = [fresh, failed(1)].map((recharge) => {
      const { after, attempt } = claimed(low(), recharge, { card: 'card', now: quarter });
      return recordRechargeDeclined(
        low(),
        { recharge: after, attempt, code: 'declined' },
        quarter,
      ).changes.map(({ record }) => record);
    });
    expect(first).toEqual(['recharge', 'account', 'auditEvent', 'mail']);
    expect(second).toEqual(['recharge', 'account', 'auditEvent']);
  });

  test.each([
    ['settings', low({ version: 2 })],
    ['the period', inApril(low())],
  ])('ends when %s changed during the charge, without a next attempt', (_, state) => {
    const { after, attempt } = claimed(low(), fresh);
    const { changes, nextAt } = recordRechargeDeclined(
      state,
      { recharge: after, attempt, code: 'declined' },
      noon,
    );
    expect([nextAt, rowOf(changes).failures]).toEqual([undefined, 0]);
  });

  test('ends with the success of its own attempt only', () => {
    const { after, attempt } = claimed(low(), failed(1), { card: 'card', now: quarter });
    const [row] = endAttempt(after, attempt.attemptId);
    expect(row).toMatchObject({ set: { failures: 0, packs: 1 } });
    expect(row && 'unset' in row ? row.unset : []).toEqual(
      expect.arrayContaining(['attempt', 'failureContext', 'failingSince', 'ownersNotified']),
    );
    expect(endAttempt(after, 'another')).toEqual([]);
  });
});

test('a paid attempt grants the credits, and records them in the ledger, the audit log and two mails', () => {
  const { after, attempt } = claimed(low(), fresh);
  const paidInvoice = {
    invoiceId: 'in',
    number: 'N-1',
    amountDue: 1_500,
    amountPaid: 1_400,
    currency: 'usd',
  };
  const changes = recordRechargePaid(
    after,
    { attempt, invoice: { ...paidInvoice, hostedUrl: 'https://pay.example.com/1' } },
    noon,
  );
  expect(changes.map(({ record }) => record)).toEqual([
    'ledgerEntry',
    'pool',
    'recharge',
    'auditEvent',
    'mail',
    'mail',
  ]);
  const entry = { cause: `recharge#${attempt.attemptId}`, amount: 100, invoiceId: 'in' };
  const facts = { invoice: 'N-1', amount: 1_400, credits: 100, hostedUrl: 'https://pay.example.com/1' };
  expect(changes).toMatchObject([
    { item: entry },
    { add: { available: 100, purchased: 100 } },
    { set: { packs: 1 }, unset: ['attempt'] },
    { item: { action: 'auto_recharge.charged', after: { pool: 'core', pack: 'core-100', invoiceId: 'in' } } },
    { item: { kind: 'recharge_succeeded', facts } },
    { item: { kind: 'receipt', facts } },
  ]);
});

test('a recharge is listed for the sweep while auto-recharge is enabled', () => {
  const on = queueForSweep(fresh, true, noon);
  expect([on.dueAt, typeof on.dueQueue]).toEqual([noon, 'string']);
  expect(queueForSweep(on, true, quarter).dueAt).toBe(noon);
  const off = queueForSweep(on, false, quarter);
  expect(['open' in off, 'dueAt' in off]).toEqual([false, false]);
});

test('a recharge is only written if its version is unchanged', () => {
  const first = rechargeChange(fresh, { ...fresh, packs: 1 });
  expect(first).toMatchObject({ change: 'insert', item: { packs: 1, version: 1 } });
  const recharge = { ...fresh, version: 4, nextAttemptAt: noon };
  const { nextAttemptAt: _next, ...rest } = recharge;
  const second = rechargeChange(recharge, { ...rest, packs: 2 });
  expect(second).toMatchObject({
    change: 'update',
    set: { packs: 2, version: 5 },
    unset: ['nextAttemptAt'],
    when: [{ field: 'version', is: 'equal', value: 4 }],
  });
});
