import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  recordFailedPayment,
  recordResolvedPayment,
  requireNoPaymentHold,
  lastPaymentFailedAt,
  paymentFailedSince,
} from '@scangate/domain/payments/payment-hold';
import { AccountTimeline, refusal } from '#test/models/account-timeline.ts';

const early = '2026-03-11T00:00:00.000Z';
const late = '2026-03-12T00:00:00.000Z';
const failed = (invoiceId: string, at: string) => (state: AccountTimeline['state']) =>
  recordFailedPayment(state, invoiceId, at);
const resolved = (invoiceId: string) => (state: AccountTimeline['state']) =>
  recordResolvedPayment(state, invoiceId);

describe('the payment hold', () => {
  test('names the latest failure, and ends with the last unpaid invoice', () => {
    const timeline = new AccountTimeline().apply(failed('in_1', late)).apply(failed('in_2', early));
    expect(lastPaymentFailedAt(timeline.account)).toBe(late);
    expect(() => requireNoPaymentHold(timeline.account)).toThrow(
      expect.objectContaining({
        code: 'payment_failed',
        members: expect.objectContaining({ lastPaymentFailedAt: late }),
      }),
    );
    timeline.apply(resolved('in_9')).apply(resolved('in_1'));
    expect(() => requireNoPaymentHold(timeline.account)).toThrow(refusal('payment_failed'));
    expect(lastPaymentFailedAt(timeline.account)).toBe(early);
    timeline.apply(resolved('in_2'));
    expect(timeline.auditNotes).toEqual([
      { action: 'payment.failed', cause: `in_1#${late}`, after: { invoiceId: 'in_1', failedAt: late } },
      { action: 'payment.failed', cause: `in_2#${early}`, after: { invoiceId: 'in_2', failedAt: early } },
      { action: 'payment.resolved', cause: 'in_1', after: { invoiceId: 'in_1', unpaid: 1 } },
      { action: 'payment.resolved', cause: 'in_2', after: { invoiceId: 'in_2', unpaid: 0 } },
    ]);
    expect(() => requireNoPaymentHold(timeline.account)).not.toThrow();
    expect(lastPaymentFailedAt(timeline.account)).toBeUndefined();
  });

  test('keeps the first and the latest failure of an invoice, in any order of reports', () => {
    const timeline = new AccountTimeline().apply(failed('in_1', late)).apply(failed('in_1', early));
    timeline.apply(failed('in_1', late));
    expect(timeline.account.unpaidInvoices).toEqual([
      { invoiceId: 'in_1', failedAt: late, failingSince: early },
    ]);
    expect(timeline.auditNotes).toHaveLength(1);
  });

  test('starts with the first unresolved failure and names the last one, for any sequence of reports', () => {
    const report = fc.record({
      date: fc.integer({ min: 10, max: 31 }),
      invoice: fc.constantFrom('in_1', 'in_2'),
      isPaid: fc.boolean(),
    });
    const reports = fc.uniqueArray(report, { selector: ({ date }) => date, maxLength: 20 });
    fc.assert(
      fc.property(reports, (all) => {
        const model = new Map<string, string[]>();
        let { state } = new AccountTimeline();
        for (const { date, invoice, isPaid } of all) {
          const at = `2026-03-${date}T00:00:00.000Z`;
          if (isPaid) model.delete(invoice);
          else model.set(invoice, [...(model.get(invoice) ?? []), at]);
          ({ state } = (isPaid ? resolved(invoice) : failed(invoice, at))(state));
        }
        const open = [...model.values()].flat().toSorted();
        expect(paymentFailedSince(state.account)).toBe(open[0]);
        expect(lastPaymentFailedAt(state.account)).toBe(open.at(-1));
      }),
    );
  });

  test('never applies to Free', () => {
    const timeline = new AccountTimeline({ plan: 'Free' }).apply(failed('in_1', late));
    expect(() => requireNoPaymentHold(timeline.account)).not.toThrow();
  });

  test('contains exactly the invoices that failed and were not resolved, for any sequence of reports', () => {
    const reports = fc.array(fc.tuple(fc.boolean(), fc.constantFrom('in_1', 'in_2', 'in_3')), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(reports, (all) => {
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
