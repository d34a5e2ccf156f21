import type { AuditNote, BillingOutcome, BillingState } from '@scangate/domain/accounts/billing-state';
import type { Change } from '@scangate/domain/record-changes';
import { paymentFailedSince } from '@scangate/domain/payments/payment-hold';
import { planNames, type PlanName } from '@scangate/domain/plans/plan-names';
import type { Instant, Invoice } from '@scangate/domain/records';
import { emitEvent, type Listening } from '../emit-event.ts';

type EventChange = Change<'storedEvent'>;

interface Committed {
  before: BillingState;
  after: BillingState;
  at: Instant;
}

/** The organization of an account, whose subscribers get its changes; those of its clients do not. */
const listeningOf = ({ account: { accountId: organizationId }, listens }: BillingState): Listening => ({
  organizationId,
  listens,
});

const link = '/billing/status';

const planOf = (terms: AuditNote['before'], otherwise: PlanName): PlanName =>
  planNames.find((plan) => plan === terms?.['plan']) ?? otherwise;

const planChanged = (note: AuditNote, { before, after, at }: Committed): EventChange[] => {
  const { plan, interval, licenses } = after.account;
  return emitEvent(listeningOf(before), {
    type: 'plan.changed',
    cause: `${note.action}#${note.cause}`,
    at,
    data: {
      plan: planOf(note.after, plan),
      previousPlan: planOf(note.before, before.account.plan),
      interval,
      ...(licenses !== undefined && { licenses }),
      link,
    },
  });
};

const paymentFailed = (
  { cause, after: failed }: AuditNote,
  { before, after, at }: Committed,
): EventChange[] =>
  emitEvent(listeningOf(before), {
    type: 'payment.failed',
    cause,
    at,
    data: {
      invoiceId: String(failed?.['invoiceId']),
      unpaidInvoices: after.account.unpaidInvoices.length,
      since: paymentFailedSince(after.account) ?? at,
      link,
    },
  });

const paymentResolved = ({ cause, after: left }: AuditNote, { before, at }: Committed): EventChange[] => {
  if (left?.['unpaid'] !== 0) return [];
  const since = paymentFailedSince(before.account) ?? at;
  const data = { since, link };
  return emitEvent(listeningOf(before), { type: 'payment.resolved', cause: `${cause}#${since}`, at, data });
};

const eventOf = (note: AuditNote, committed: Committed): EventChange[] => {
  switch (note.action) {
    case 'plan.started':
    case 'plan.changed':
    case 'plan.ended':
    case 'licenses.added':
      return planChanged(note, committed);
    case 'payment.failed':
      return paymentFailed(note, committed);
    case 'payment.resolved':
      return paymentResolved(note, committed);
    default:
      return [];
  }
};

/** Emits the events of a change of an account: its plan, and payments that failed or are resolved. */
export const billingEvents = (
  before: BillingState,
  { state: after, auditNotes }: BillingOutcome,
  at: Instant,
): EventChange[] => auditNotes.flatMap((note) => eventOf(note, { before, after, at }));

/** Emits that an invoice was paid. */
export const invoicePaid = (
  organization: Listening,
  { invoiceId, status, amountPaid: amount, currency, createdAt }: Invoice,
  at: Instant,
): EventChange[] => {
  if (status !== 'paid') return [];
  const data = { invoiceId, amount, currency, createdAt, link: '/billing/invoices' };
  return emitEvent(organization, { type: 'invoice.paid', cause: invoiceId, at, data });
};
