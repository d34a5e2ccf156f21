import { expect, test } from 'vitest';
import {
  claimRecharge,
  endUncharged,
  invoiceToCharge,
  invoiceToVoid,
} from '@scangate/domain/credits/auto-recharge/recharge-attempt';
import { newRecharge } from '@scangate/domain/credits/auto-recharge/recharge-record';
import type { Recharge } from '@scangate/domain/records';
import { newAccount } from '#test/models/account-timeline.ts';

const began = '2026-03-10T12:00:00.000Z';
const noon = '2026-03-20T12:00:00.000Z';
const next = '2026-04-10T12:00:00.000Z';

const { account, pools } = newAccount({ plan: 'Starter' }, began).state;
const core = { enabled: true, threshold: 20, pack: 'core-100', monthlyCap: 3, version: 1 } as const;
const low = {
  account: { ...account, autoRecharge: { core } },
  pools: { ...pools, core: { ...pools.core, available: 10 } },
};
const { periodStartAt } = low.pools.core;
const fresh = newRecharge('org', 'core', periodStartAt);

const claimed = (recharge: Recharge) => {
  const claim = claimRecharge(low, { recharge, payer: {}, paymentMethodId: 'card' }, noon);
  if (claim.outcome !== 'claimed') throw new Error(claim.outcome);
  return { attempt: claim.attempt, after: { ...claim.after, version: recharge.version + 1 } };
};

test('nothing is claimed while the organization of the account is closing, or is gone', () => {
  const facts = { recharge: fresh, paymentMethodId: 'card' };
  const closing = { since: began, eraseAt: next, stopped: [] };
  for (const payer of [{ closing }, undefined])
    expect(claimRecharge(low, { ...facts, payer }, noon)).toEqual({ outcome: 'not_now' });
});

test('an invoice is charged only if the organization is not closing, and voided in any case', () => {
  const { after, attempt } = claimed(fresh);
  const withInvoice = { ...attempt, invoiceId: 'in' };
  const row = { change: 'update', record: 'recharge', set: { attempt: withInvoice } };
  const isOpen = { change: 'require', record: 'organization', when: [{ field: 'closing', is: 'absent' }] };
  expect(invoiceToCharge(after, withInvoice)).toMatchObject([row, isOpen]);
  expect(invoiceToVoid(after, withInvoice)).toMatchObject([row]);
});

test('an attempt that is not charged frees its slot, and is no failure', () => {
  const failureContext = { settingsVersion: 1, periodStartAt, paymentMethodId: 'card' };
  const streak = { failures: 2, failureContext, failingSince: began, nextAttemptAt: noon };
  const { after, attempt } = claimed({ ...fresh, ...streak, packs: 1, version: 4 });
  expect(after.packs).toBe(2);
  const [row] = endUncharged(after, attempt);
  expect(row).toMatchObject({ set: { ...streak, packs: 1, version: 6 }, unset: ['attempt'] });
  const [turned] = endUncharged({ ...after, periodStartAt: next }, attempt);
  expect(turned).toMatchObject({ set: { packs: 2 } });
});
