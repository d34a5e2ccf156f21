import type { BillingDetails, DetailsChange } from './billing-details.ts';
import type { PackName } from '../credits/credit-packs.ts';
import type { PoolName } from '../credits/credit-pool.ts';
import type { Instant, Subscription } from '../records.ts';

/** A copy of an invoice of the payment provider. */
export interface Invoice {
  accountId: string;
  invoiceId: string;
  number: string;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  /** In the smallest unit of the currency. */
  amountDue: number;
  amountPaid: number;
  currency: string;
  createdAt: Instant;
  hostedUrl?: string;
  pdfUrl?: string;
}

/** A subscription invoice whose payment failed. */
export interface UnpaidInvoice {
  invoiceId: string;
  /** The latest failure. */
  failedAt: Instant;
  /** The first failure; absent while there was only one. */
  failingSince?: Instant;
}

/** An order that the payment provider refused. */
export interface RefusedOrder {
  /** The id of the order, or of the promotion. */
  order: string;
  code: string;
  /** Whether the card was declined; otherwise the provider's state does not permit the order. */
  isDeclined: boolean;
}

/** A refund of a pack whose credits were taken, and whose money the payment provider still has to return. */
export interface PackRefund {
  /** Chosen by the operator; the idempotency key of the provider's refund is derived from it. */
  refundId: string;
  /** The cause of the ledger entry that granted the pack. */
  payment: string;
  pool: PoolName;
  /** The credits that were taken. */
  credits: number;
  chargeId: string;
  /** The amount to be returned, in the smallest unit of the currency. */
  amount: number;
}

/**
 * The objects of an account at the payment provider, and its orders that are not paid yet. The provider is
 * reconciled with this record together with the account, which has the change of the next renewal
 * (docs/adr/0010-payments.md).
 */
export interface PaymentAccount {
  accountId: string;
  customerId?: string;
  /** The subscription of the plan, until it ends. */
  subscriptionId?: string;
  addonSubscriptionId?: string;
  /** Add-ons whose plan has ended: they are canceled, and never start again beside another plan. */
  endingAddons?: string[];
  /** The checkout of a plan. At most one may be open. */
  checkout?: {
    orderId: string;
    order: Subscription;
    at: Instant;
    /** Its discount. */
    promotionId?: string;
    sessionId?: string;
  };
  /** Checkouts of packs that are neither paid nor expired, oldest first. */
  packCheckouts?: string[];
  billingDetails?: BillingDetails;
  /** Present while the payment provider does not have the billing details yet. */
  detailsChange?: DetailsChange;
  /** Refunds of packs that are not paid out yet. */
  packRefunds?: PackRefund[];
  /** Subscriptions that were paid for while the organization was closing: each is canceled and its payment refunded. */
  returns?: string[];
  /** An order of more licenses, which are in force when they are paid. */
  licensesOrder?: { orderId: string; licenses: number; at: Instant };
  addonOrder?: { orderId: string; size: 'starter' | 'team'; at: Instant };
  /** The call that raises the number of licenses now. Another one waits for its end, or until no process makes it any more. */
  raising?: { key: string; quantity: number; until: Instant };
  /** A discount to apply to the subscription, or to the next checkout; removed once applied. */
  promotionId?: string;
  /** The payment method with which the unpaid invoices were retried, once. */
  retriedPaymentMethodId?: string;
  /** New with every change request; the idempotency keys of provider calls are derived from it. */
  changeRequestId: string;
  /** The time of that request, until no call of an earlier one can still be in progress. */
  changeRequestedAt?: Instant;
  /** The last orders that the payment provider refused, for requests that wait for them. */
  refusedOrders?: RefusedOrder[];
  /** Since when this record and the payment provider differ despite reconciliation. */
  differsSince?: Instant;
  /** Its shard of the due queue, while there is anything at the provider to reconcile. */
  dueQueue?: string;
  /** When it is reconciled next: at once when it may differ, else after the next renewal. */
  dueAt?: Instant;
  version: number;
}

/** An automatic recharge in progress. No other one begins before its result is known. */
export interface RechargeAttempt {
  /** Identifies it at the payment provider and in the ledger. */
  attemptId: string;
  pack: PackName;
  at: Instant;
  /** The version of the settings from which it was decided. */
  settingsVersion: number;
  periodStartAt: Instant;
  paymentMethodId: string;
  invoiceId?: string;
}

/** The automatic recharges of a pool: those of this credit period, the one in progress, and a streak of failures. */
export interface Recharge {
  accountId: string;
  pool: PoolName;
  /** The credit period to which `packs` refers. */
  periodStartAt: Instant;
  /** Packs charged or being charged: each takes a slot of the cap before its charge. */
  packs: number;
  attempt?: RechargeAttempt;
  /** Failures in a row with the same settings and payment method, in the same period. */
  failures: number;
  failureContext?: Pick<RechargeAttempt, 'settingsVersion' | 'periodStartAt' | 'paymentMethodId'>;
  /** The first failure of the streak. */
  failingSince?: Instant;
  /** Earliest next attempt. Absent after the last failure of a streak, which is not retried. */
  nextAttemptAt?: Instant;
  /** Set when the owners were notified of this streak. */
  ownersNotified?: true;
  /** Its shard of the due queue, for the hourly sweep, while auto-recharge is enabled. */
  dueQueue?: string;
  dueAt?: Instant;
  version: number;
}
