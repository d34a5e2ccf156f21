import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastPaymentFailedAt } from '@scangate/domain/plans/entitlements';
import {
  recordFailedPayment,
  recordResolvedPayment,
  requireNoPaymentHold,
} from '@scangate/domain/payments/payment-hold';
import { AccountTimeline, refusal } from '#test/models/account-timeline.ts';

const early = '2026-03-11T00:00:00.000Z';
const late = '2026-03-12T00:00:00.000Z';
const failed = (invoiceId: string, at: string) => (state: AccountTimeline['state']) =>
  recordFailedPayment(state, invoiceId, at);
const resolved = (invoiceId: string) => (state: AccountTimeline['state']) =>
  recordResolvedPayment(state, invoiceId);

describe('the hold', () => {
  test('names the latest failure, and ends with the last unpaid invoice, not with any that is paid', () => {
    const life = new AccountTimeline().apply(failed('in_1', late)).apply(failed('in_2', early));
    expect(lastPaymentFailedAt(life.account)).toBe(late);
    expect(() => requireNoPaymentHold(life.account)).toThrow(
      expect.objectContaining({
        code: 'payment_failed',
        members: expect.objectContaining({ lastPaymentFailedAt: late }),
      }),
    );
    life.apply(resolved('in_9')).apply(resolved('in_1'));
    expect(() => requireNoPaymentHold(life.account)).toThrow(refusal('payment_failed'));
    expect(lastPaymentFailedAt(life.account)).toBe(early);
    life.apply(resolved('in_2'));
    expect(life.notes).toEqual([
      { action: 'payment.failed', cause: `in_1#${late}`, after: { invoiceId: 'in_1', failedAt: late } },
      { action: 'payment.failed', cause: `in_2#${early}`, after: { invoiceId: 'in_2', failedAt: early } },
      { action: 'payment.resolved', cause: 'in_1', after: { invoiceId: 'in_1', unpaid: 1 } },
      { action: 'payment.resolved', cause: 'in_2', after: { invoiceId: 'in_2', unpaid: 0 } },
    ]);
    expect(() => requireNoPaymentHold(life.account)).not.toThrow();
    expect(lastPaymentFailedAt(life.account)).toBeUndefined();
  });

  test('keeps the latest failure of one invoice, told in any order', () => {
    const life = new AccountTimeline().apply(failed('in_1', late)).apply(failed('in_1', early));
    life.apply(failed('in_1', late));
    expect(life.account.unpaidInvoices).toEqual([{ invoiceId: 'in_1', failedAt: late }]);
    expect(life.notes).toHaveLength(1);
  });

  test('is not for Free: what fails there never became a subscription', () => {
    const life = new AccountTimeline({ plan: 'Free' }).apply(failed('in_1', late));
    expect(() => requireNoPaymentHold(life.account)).not.toThrow();
  });

  test('is a set: whatever is told how often, it holds exactly what failed and was not resolved', () => {
    const told = fc.array(fc.tuple(fc.boolean(), fc.constantFrom('in_1', 'in_2', 'in_3')), { maxLength: 20 });
    fc.assert(
      fc.property(told, (all) => {
        const unpaid = new Set<string>();
        let { state } = new AccountTimeline();
        for (const [index, [fails, invoiceId]] of all.entries()) {
          const at = new Date(Date.parse(early) + index).toISOString();
          state = (fails ? failed(invoiceId, at) : resolved(invoiceId))(state).state;
          if (fails) unpaid.add(invoiceId);
          else unpaid.delete(invoiceId);
        }
        const ids = state.account.unpaidInvoices.map(({ invoiceId }) => invoiceId);
        expect(ids.toSorted()).toEqual([...unpaid].toSorted());
      }),
    );
  });
});
