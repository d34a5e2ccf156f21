import type { Instant } from '../records.ts';
import type { PriceName } from '../plans/price-names.ts';

/** One price with its quantity, for a part of a period. */
export interface ProviderInvoiceLine {
  /** Absent when the price does not belong to the service. */
  price?: PriceName;
  quantity: number;
  /** Whether it is for a change within a period, rather than for a whole period. */
  proration: boolean;
  startAt: Instant;
  endAt: Instant;
}

/** The reason for an invoice: a subscription started, renewed or changed, or anything else. */
export type InvoiceReason = 'create' | 'cycle' | 'update' | 'other';

/** The statuses of an invoice that can still be paid. */
export const unpaidStatuses = ['open', 'uncollectible'] as const;

/** Whether an invoice can still be paid. */
export const isUnpaid = ({ status }: { status: string | null }): boolean =>
  unpaidStatuses.some((unpaid) => unpaid === status);

export interface ProviderInvoice {
  invoiceId: string;
  /** Absent when the invoice is from another deployment. */
  accountId?: string;
  customerId: string;
  subscriptionId?: string;
  reason: InvoiceReason;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  number: string;
  /** In the smallest unit of the currency. */
  amountDue: number;
  amountPaid: number;
  currency: string;
  createdAt: Instant;
  /** When payment was last attempted unsuccessfully; absent when it was not, or was paid since. */
  failedAt?: Instant;
  hostedUrl?: string;
  pdfUrl?: string;
  /** The first hundred lines. */
  lines: ProviderInvoiceLine[];
  /** The metadata that the service wrote: `attempt` on the invoice of a recharge. */
  metadata: Readonly<Record<string, string>>;
}

export interface ProviderSubscription {
  subscriptionId: string;
  accountId?: string;
  customerId: string;
  /** The price of a plan or of the SAST add-on; absent when it does not belong to the service. */
  price?: PriceName;
  quantity: number;
  /** `incomplete`: never paid. `ended`: canceled, or unpaid for too long; it never becomes active again. */
  status: 'incomplete' | 'active' | 'past_due' | 'ended';
  startAt: Instant;
  /** The anchor of its periods. */
  anchorAt: Instant;
  periodStartAt: Instant;
  periodEndAt: Instant;
  cancelsAtPeriodEnd: boolean;
  endedAt?: Instant;
  /** The schedule with the terms of the next period, if there is one. */
  schedule?: { scheduleId: string; next?: { price: PriceName; quantity: number; startAt: Instant } };
  /** Set when its taxes should be computed, but are not. */
  lacksTaxes?: boolean;
  /** A change that takes effect when its invoice is paid. */
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
  /** The metadata that the service wrote: `pack`, or the plan. */
  metadata: Readonly<Record<string, string>>;
}

/** A refund, or a dispute by the cardholder. */
export interface Reversal {
  /** The id of the refund or of the dispute. */
  reversalId: string;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  at: Instant;
}

/** A charge with its refunds and disputes. */
export interface ProviderCharge {
  chargeId: string;
  customerId?: string;
  refunds: Reversal[];
  disputes: Reversal[];
}

/** The charge that paid an invoice. */
export interface PaidCharge {
  chargeId: string;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  /** Whether it was refunded, even in part, or is disputed. */
  isReversed: boolean;
}

export interface ProviderCustomer {
  customerId: string;
  accountId?: string;
  /** The default payment method, for charges without the customer present. */
  paymentMethodId?: string;
}
