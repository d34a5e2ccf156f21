import type { Instant } from '../records.ts';
import type { PriceName } from '../plans/prices.ts';

/** What the till says of what it keeps: the truth about it, whatever we thought (billing.md, "Stripe"). */

/** One of our prices, that many times, for a stretch of time. */
export interface ProviderInvoiceLine {
  /** Absent: none of ours. */
  price?: PriceName;
  quantity: number;
  /** Of a change within a period, not of a whole one. */
  proration: boolean;
  startAt: Instant;
  endAt: Instant;
}

/** Why there is an invoice: a subscription began, renewed, or changed; or anything else. */
export type InvoiceReason = 'create' | 'cycle' | 'update' | 'other';

/** Of an invoice that can still be paid. */
export const unpaidStatuses = ['open', 'uncollectible'] as const;

export const isUnpaid = ({ status }: { status: string | null }): boolean =>
  unpaidStatuses.some((unpaid) => unpaid === status);

export interface ProviderInvoice {
  invoiceId: string;
  /** Of whom; absent when it is none of ours. */
  accountId?: string;
  customerId: string;
  subscriptionId?: string;
  reason: InvoiceReason;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  number: string;
  /** Smallest units of the currency. */
  amountDue: number;
  amountPaid: number;
  currency: string;
  createdAt: Instant;
  /** When it was last attempted in vain; absent when it never was, or was paid since. */
  failedAt?: Instant;
  hostedUrl?: string;
  pdfUrl?: string;
  /** The first hundred. */
  lines: ProviderInvoiceLine[];
  /** What we wrote on it: `attempt` on that of a recharge. */
  metadata: Readonly<Record<string, string>>;
}

export interface ProviderSubscription {
  subscriptionId: string;
  accountId?: string;
  customerId: string;
  /** The plan or the SAST add-on; absent when its price is none of ours. */
  price?: PriceName;
  quantity: number;
  /** `incomplete`: never paid. `ended`: canceled, or never paid for too long; nothing revives it. */
  status: 'incomplete' | 'active' | 'past_due' | 'ended';
  startAt: Instant;
  /** Periods count from it. */
  anchorAt: Instant;
  periodStartAt: Instant;
  periodEndAt: Instant;
  cancelsAtPeriodEnd: boolean;
  endedAt?: Instant;
  /** What follows the period that is under way, where that was arranged. */
  schedule?: { scheduleId: string; next?: { price: PriceName; quantity: number; startAt: Instant } };
  /** A change that is in force once its invoice is paid. */
  pendingUpdate?: { quantity: number; invoiceId: string };
}

export interface ProviderCheckout {
  sessionId: string;
  accountId?: string;
  status: 'open' | 'complete' | 'expired';
  paid: boolean;
  url?: string;
  subscriptionId?: string;
  invoiceId?: string;
  /** What we wrote on it: `pack`, or the plan. */
  metadata: Readonly<Record<string, string>>;
}

/** Money that went back, or is being taken back by whose card it was. */
export interface Reversal {
  /** Of the refund, or of the dispute. */
  reversalId: string;
  /** Smallest units of the currency. */
  amount: number;
  currency: string;
  at: Instant;
}

/** What was taken from a card, and what became of it. */
export interface ProviderCharge {
  chargeId: string;
  customerId?: string;
  refunds: Reversal[];
  disputes: Reversal[];
}

export interface ProviderCustomer {
  customerId: string;
  accountId?: string;
  /** A card, or whatever it is, for charges without anybody present. */
  paymentMethodId?: string;
}
