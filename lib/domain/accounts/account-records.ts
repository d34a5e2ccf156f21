import type { Instant, SourceTrigger } from '../records.ts';
import type { PlanName } from '../identity/roles.ts';
import type { PoolName } from '@scangate/engines/model/scan-type';
import type { PackName } from '../credits/credit-packs.ts';

export type Interval = 'month' | 'year';

/** What is subscribed to. `licenses` is bought with Team, agreed with Regulated, and follows from the plan elsewhere. */
export interface Subscription {
  plan: PlanName;
  interval: Interval;
  licenses?: number;
}

/** One pool's auto-recharge settings. Off until somebody switches it on. */
export interface RechargeSettings {
  enabled: boolean;
  /** Recharged when the balance is at or below it. */
  threshold: number;
  pack: PackName;
  /** Packs per credit period, at most 10. */
  monthlyCap: number;
  /** Changes with every change; the ETag. */
  version: number;
}

/** Who pays: plan, add-on, what is pending, what is unpaid. A client organization has none, its parent has. */
export interface Account extends Subscription {
  accountId: string;
  /** `schedule`: Free, or by agreement with the operator. `invoice`: the till says when a period is paid. */
  renewedBy: 'schedule' | 'invoice';
  /** With `invoice`: until when the subscription is paid; nothing is refilled from then on. */
  paidUntilAt?: Instant;
  /** Where yearly billing began, when that is later than the anchor of the credit periods. */
  yearlyAnchorAt?: Instant;
  /** Auto-renew is off: the paid plan ends then. */
  endsAt?: Instant;
  /** Takes effect at that renewal. */
  pending?: Subscription & { effectiveAt: Instant };
  /** Credits per period agreed with the operator (Regulated). */
  agreedCredits?: Partial<Record<PoolName, number>>;
  sastAddon?: {
    size: 'starter' | 'team';
    /** Cancelled: it ends then. */
    cancelsAt?: Instant;
    paidUntilAt?: Instant;
  };
  /** Subscription invoices that failed and are neither paid nor void. While there is one, billable work is held. */
  unpaidInvoices: { invoiceId: string; failedAt: Instant }[];
  retentionDays: number;
  /** The preference was chosen by a person, not set with the plan. */
  retentionChosen?: true;
  autoRecharge: Partial<Record<PoolName, RechargeSettings>>;
  /** Changes with every change; guards whoever decides from an older reading. */
  version: number;
  createdAt: Instant;
}

/** A credit pool: see billing.md, "A pool is one item". Amounts are whole credits. */
export interface Pool {
  accountId: string;
  pool: PoolName;
  available: number;
  included: number;
  purchased: number;
  consumed: number;
  /** The n-th period begins n months after it, clamped to the month's end. */
  anchorAt: Instant;
  periodStartAt: Instant;
  periodEndAt: Instant;
  /** Highest number of licences whose credits were granted in this period (seats.ts). */
  grantedLicenses?: number;
  /** Version of the account that the pool follows (state.ts). */
  accountVersion: number;
  /** Its shard of the open index … */
  dueQueue: string;
  /** … and its place there: day and time of the anchor within the month, which a refill does not change. */
  dueAt: string;
}

export interface LedgerEntry {
  accountId: string;
  pool: PoolName;
  /** Names why, once: a repeat of the same cause finds its entry there. */
  cause: string;
  at: Instant;
  kind: 'consume' | 'grant' | 'expire' | 'adjust';
  /** Signed: what it did to `available`. */
  amount: number;
  source?: string;
  motif?: string;
  scanId?: string;
  projectUnitId?: string;
  sourceTrigger?: SourceTrigger;
  invoiceId?: string;
  organizationId?: string;
  personId?: string;
}

/** A closed stretch of a pool's ledger: its entries in order, each chained to the one before by its hash. */
export interface LedgerSeal {
  accountId: string;
  pool: PoolName;
  /** From 1, without a gap. */
  number: number;
  /** Where its last entry stands, by `at` and those of one instant by cause; it begins behind the seal before it. */
  throughAt: Instant;
  throughCause: string;
  /** Sum of all entries sealed so far. */
  balance: number;
  /** Hex SHA-256 the chain goes on from: of the last entry of the segment before. */
  previousHash: string;
  /** One per entry, hex SHA-256, 64 characters each, joined. */
  hashes: string;
  sealedAt: Instant;
}

/** A person's licence of a calendar month (UTC): claimed once, never freed. */
export interface License {
  accountId: string;
  /** `2026-03` */
  month: string;
  personId: string;
  organizationId: string;
  claimedAt: Instant;
}

/** How many licences of a month are claimed. */
export interface LicenseMonth {
  accountId: string;
  month: string;
  used: number;
}

/** Mirror of an invoice of the till. */
export interface Invoice {
  accountId: string;
  invoiceId: string;
  number: string;
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  /** Smallest units of the currency. */
  amountDue: number;
  amountPaid: number;
  currency: string;
  createdAt: Instant;
  hostedUrl?: string;
  pdfUrl?: string;
}

/**
 * What an account has at the till, and what it asked for there that is not paid yet. With the account itself, which says
 * what is wanted at the next renewal, it is all that the till is to be made to agree with (billing.md, "Stripe").
 */
export interface PaymentAccount {
  accountId: string;
  customerId?: string;
  /** The subscription that gives the plan, until it ended. */
  subscriptionId?: string;
  addonSubscriptionId?: string;
  /** The only checkout of a plan that may be open. */
  checkout?: {
    orderId: string;
    order: Subscription;
    at: Instant;
    /** The discount that it has. */
    promotionId?: string;
    sessionId?: string;
  };
  /** Checkouts of packs that are neither paid nor expired, the oldest first. */
  packCheckouts?: string[];
  /** More licences, in force once they are paid. */
  licensesOrder?: { orderId: string; licenses: number; at: Instant };
  addonOrder?: { orderId: string; size: 'starter' | 'team'; at: Instant };
  /** A discount that is to be put on the subscription, or on the next checkout; gone once it is there. */
  promotionId?: string;
  /** The way to pay with which what was unpaid was tried last: by ourselves, once. */
  retriedPaymentMethodId?: string;
  /** Changes with every change of what is wanted; the keys of calls are made from it. */
  changeRequestId: string;
  /** While there is anything at the till to be looked after: its shard of the open index … */
  dueQueue?: string;
  /** … and when it is looked at next: at once where it may not agree, else after the renewal to come. */
  dueAt?: Instant;
  version: number;
}

/** A charge by itself that is under way: nobody begins another before it is known how it ended. */
export interface RechargeAttempt {
  /** Names it at the till and in the ledger. */
  attemptId: string;
  pack: PackName;
  at: Instant;
  /** What it was decided from. */
  settingsVersion: number;
  periodStartAt: Instant;
  paymentMethodId: string;
  invoiceId?: string;
}

/** A pool's charges by itself: those of this credit period, the one under way, and a run of failures. */
export interface Recharge {
  accountId: string;
  pool: PoolName;
  /** The credit period that `packs` counts in. */
  periodStartAt: Instant;
  /** Packs charged or being charged: a slot of the cap is taken before the charge. */
  packs: number;
  attempt?: RechargeAttempt;
  /** Failures in a row, with these settings, in this period, with that card. */
  failures: number;
  failureContext?: Pick<RechargeAttempt, 'settingsVersion' | 'periodStartAt' | 'paymentMethodId'>;
  /** The first failure of the run. */
  failingSince?: Instant;
  /** Not before. Absent with failures: not again in this run. */
  nextAttemptAt?: Instant;
  /** Its owners were told of this run of failures. */
  ownersNotified?: true;
  /** While it is switched on: its shard of the open index, for the hourly sweep. */
  dueQueue?: string;
  dueAt?: Instant;
  version: number;
}

export const mailKinds = [
  'subscription_active',
  'receipt',
  'recharge_succeeded',
  'recharge_failed',
  'payment_failed',
] as const;
export type MailKind = (typeof mailKinds)[number];

/** A mail that is to be sent to the owners and admins of an account, written together with what it tells of. */
export interface Mail {
  accountId: string;
  /** Made from what caused it: the same cause is one mail. */
  mailId: string;
  kind: MailKind;
  /** What it says: plan, pool, pack, credits, amount, links. */
  facts: Record<string, string | number>;
  createdAt: Instant;
  attempts: number;
  /** Absent once it was sent, or given up. */
  dueQueue?: string;
  dueAt?: Instant;
  sentAt?: Instant;
}
