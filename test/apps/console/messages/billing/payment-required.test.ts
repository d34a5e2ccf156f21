import { describe, expect, test } from 'vitest';
import {
  isPaymentCode,
  paymentRequired,
  type Payer,
} from '@scangate/console/messages/billing/payment-required.ts';
import { problemCodes } from '@scangate/domain/problem';

const codes = Object.entries(problemCodes).flatMap(([code, [status]]) => (status === 402 ? [code] : []));
const refusal = (code: string, members: Record<string, unknown> = {}) => {
  if (!isPaymentCode(code)) throw new Error(`${code} has no words`);
  return { code, members, message: 'As the service says.' };
};
const payers = (['owner', 'admin', 'billing', 'member'] as const).flatMap((role) =>
  (['Free', 'Starter', 'Team', 'Regulated'] as const).flatMap((plan) =>
    [false, true].map((isClient): Payer => ({ role, plan, isClient })),
  ),
);
const owner: Payer = { role: 'owner', plan: 'Team', isClient: false };
const stepsOf = (code: string, payer: Payer) =>
  paymentRequired(refusal(code), payer).steps.map(({ step }) => step);

test('every code of 402 has a message, and every person a next step', () => {
  for (const code of codes) {
    for (const payer of payers) {
      const { title, text, steps, ask } = paymentRequired(refusal(code), payer);
      expect([title, text].every((words) => words !== '')).toBe(true);
      expect(steps.length > 0).toBe(ask === undefined);
    }
  }
});

test('a member, and a client organization, sees whom to ask', () => {
  for (const code of codes) {
    expect(stepsOf(code, { ...owner, role: 'member' })).toEqual([]);
    expect(stepsOf(code, { ...owner, isClient: true })).toEqual([]);
  }
  const { ask } = paymentRequired(refusal('payment_failed'), { ...owner, isClient: true });
  expect(ask).toContain('parent organization');
});

describe('insufficient credits', () => {
  test('name pool, need and balance', () => {
    const members = { pool: 'sast', required: 12, balance: 1 };
    const { text } = paymentRequired(refusal('insufficient_credits', members), owner);
    expect(text).toBe('This needs 12 SAST credits, and 1 is left. Nothing was charged.');
  });

  test('without figures, the message of the service is shown', () => {
    expect(paymentRequired(refusal('insufficient_credits'), owner).text).toBe('As the service says.');
  });

  test('an owner buys, an admin recharges, the billing contact buys', () => {
    expect(stepsOf('insufficient_credits', owner)).toEqual(['buy_pack', 'auto_recharge']);
    expect(stepsOf('insufficient_credits', { ...owner, role: 'admin' })).toEqual(['auto_recharge']);
    expect(stepsOf('insufficient_credits', { ...owner, role: 'billing' })).toEqual(['buy_pack']);
  });

  test('Free buys a plan, because it has no packs', () => {
    expect(stepsOf('insufficient_credits', { ...owner, plan: 'Free' })).toEqual(['change_plan']);
  });
});

test('a missing license is bought on Team, and on other plans by a change of plan', () => {
  expect(stepsOf('seat_license_required', owner)).toEqual(['buy_licenses']);
  expect(stepsOf('seat_license_required', { ...owner, plan: 'Starter' })).toEqual(['change_plan']);
  const members = { limit: 3, month: '2026-03' };
  const { text } = paymentRequired(refusal('seat_license_required', members), owner);
  expect(text).toBe('All 3 licenses of March 2026 are taken. They are free again next month.');
});

test('a declined card was not charged, and is replaced', () => {
  const { text, steps } = paymentRequired(refusal('card_declined'), owner);
  expect(text).toContain('Nothing was charged');
  expect(steps).toEqual([{ step: 'pay', label: 'Update payment method' }]);
});

test('another code is not a payment code', () => {
  expect(isPaymentCode('toString')).toBe(false);
});
