import type { Instant, SourceTrigger, UnpaidInvoice } from '../records.ts';
import type { PlanName } from '../plans/plan-names.ts';
import type { PoolName } from '../credits/credit-pool.ts';
import type { PackName } from '../credits/credit-packs.ts';

export type Interval = 'month' | 'year';

/** The terms of a plan. `licenses` is bought with Team, agreed with Regulated, and follows from the other plans. */
export interface Subscription {
  plan: PlanName;
  interval: Interval;
  licenses?: number;
}

/** The auto-recharge settings of one pool. They are off until a person enables them. */
export interface RechargeSettings {
  enabled: boolean;
  /** The pool is recharged when its balance is at or below this. */
  threshold: number;
  pack: PackName;
  /** Most packs in a credit period, at most 10. */
  monthlyCap: number;
  /** Grows with every change; it is the ETag. */
  version: number;
}

/** The credits that a client organization may spend in a calendar month (UTC). */
export type ClientBudget = Partial<
  Record<
    PoolName,
    {
      /** The owners and admins of the account get a mail when this is reached. */
      soft?: number;
      /** Nothing is debited beyond this. */
      hard?: number;
    }
  >
>;

/** The credits that a client organization spent in a calendar month, less refunds. */
export interface ClientUsage extends Record<PoolName, number> {
  accountId: string;
  organizationId: string;
  /** `2026-03` */
  month: string;
  /** The pools whose soft limit was reached, and a mail sent. */
  notified?: PoolName[];
}

/** The billing account of an organization. A client organization has none; its parent's account pays for it. */
export interface Account extends Subscription {
  accountId: string;
  /** `schedule`: Free, or agreed with the operator. `invoice`: the payment provider reports paid periods. */
  renewedBy: 'schedule' | 'invoice';
  /** With `invoice`: the end of the paid period; nothing is refilled after it. */
  paidUntilAt?: Instant;
  /** When yearly billing began, if that is later than the anchor of the credit periods. */
  yearlyAnchorAt?: Instant;
  /** When the paid plan ends, because auto-renew is off. */
  endsAt?: Instant;
  /** The plan change that takes effect at a renewal. */
  pending?: Subscription & { effectiveAt: Instant };
  /** Credits per period agreed with the operator (Regulated). */
  agreedCredits?: Partial<Record<PoolName, number>>;
  sastAddon?: {
    size: 'starter' | 'team';
    /** When the canceled add-on ends. */
    cancelsAt?: Instant;
    paidUntilAt?: Instant;
  };
  /** Subscription invoices that failed and are neither paid nor void. Any of them blocks billable work. */
  unpaidInvoices: UnpaidInvoice[];
  retentionDays: number;
  /** True when a person chose the retention; otherwise it came with the plan. */
  retentionChosen?: true;
  autoRecharge: Partial<Record<PoolName, RechargeSettings>>;
  /** The budgets of client organizations, by organization. */
  clientBudgets?: Record<string, ClientBudget>;
  /** Grows with every change; guards a decision from an older version. */
  version: number;
  createdAt: Instant;
}

/** A promotional grant, in whole credits. A refill removes the part that was spent. */
export interface Promotion {
  grantId: string;
  amount: number;
  expiresAt: Instant;
}

/** A grant that expired in this period of its pool. */
export interface ExpiredPromotion {
  grantId: string;
  amount: number;
  /** The credits consumed beyond the included ones at its expiry, less those refunded of it since; may be negative. */
  over: number;
  /** The version of the pool's grants since its expiry. A debit under an earlier version came before. */
  version: number;
}

/** A credit pool, in whole credits (docs/adr/0007-credit-pools.md). */
export interface Pool {
  accountId: string;
  pool: PoolName;
  available: number;
  included: number;
  purchased: number;
  consumed: number;
  /** The part of the purchased credits that support granted; absent when there are none. */
  supportGranted?: number;
  /** Promotional grants, the first to expire first. */
  promotions?: Promotion[];
  expiredPromotions?: ExpiredPromotion[];
  /** Grows with every change of the grants; absent until the first one. */
  promotionsVersion?: number;
  /** The n-th period begins n months after this, clamped to the end of the month. */
  anchorAt: Instant;
  periodStartAt: Instant;
  periodEndAt: Instant;
  /** Highest number of licenses whose credits were granted in this period. */
  grantedLicenses?: number;
  /** The start of the period in which an event reported that the pool runs low. */
  toldLowIn?: Instant;
  /** Version of the account that the pool was last decided from. */
  accountVersion: number;
  /** Its shard of the due queue. */
  dueQueue: string;
  /** Day and time of the anchor within the month, which a refill does not change. */
  dueAt: string;
  /**
   * The start of the request whose creation of a scan last debited the pool, or took its leases back; a far instant
   * when it is not known. Absent before the first debit.
   */
  debitedAt?: Instant;
  /**
   * The name of the current leases of a busy pool, whose `available` is the part that it has not lent
   * (docs/adr/0099-pool-leases.md).
   */
  leaseId?: string;
  /** The number of its leases. */
  leaseSlots?: number;
  /** The leases end with the next debit after this instant. */
  leasedUntil?: Instant;
  /** All credits that these leases were ever lent. */
  lent?: number;
  /** Raised by an audit of a pool in motion; absent before the first one (docs/adr/0150-pools-in-motion.md). */
  epoch?: number;
}

/** A part of a busy pool that is debited in the pool's place (docs/adr/0099-pool-leases.md). */
export interface PoolLease {
  accountId: string;
  pool: PoolName;
  /** Counted from 0. */
  slot: number;
  /** The leases of the pool to which it belongs; once those are replaced, it is worth nothing. */
  leaseId: string;
  /** A closed lease does not change until the pool is leased again. */
  isOpen: boolean;
  available: number;
  /** The debits of this lease, less the refunds to it. */
  consumed: number;
  /** The credits that it was last lent, and when. */
  filled: number;
  filledAt: Instant;
  /** Raised as that of its pool; absent where a release without epochs made the loan. */
  epoch?: number;
}

export interface LedgerEntry {
  accountId: string;
  pool: PoolName;
  /** Identifies the reason for the entry: a second write with the same cause is refused. */
  cause: string;
  at: Instant;
  kind: 'consume' | 'grant' | 'expire' | 'adjust';
  /** The signed change of `available`. */
  amount: number;
  source?: string;
  motif?: string;
  scanId?: string;
  projectUnitId?: string;
  sourceTrigger?: SourceTrigger;
  invoiceId?: string;
  organizationId?: string;
  personId?: string;
  /** The epoch of the pool or lease that changed with it. It is not shown, exported or sealed (docs/adr/0150-pools-in-motion.md). */
  epoch?: number;
}

/** Seals a segment of a pool's ledger: the hash of each entry includes that of the entry before. */
export interface LedgerSeal {
  accountId: string;
  pool: PoolName;
  /** From 1. Only a restoration leaves numbers out (docs/adr/0142-restored-ledgers.md). */
  number: number;
  /** `at` and `cause` of its last entry. The segment begins after the last entry of the previous seal. */
  throughAt: Instant;
  throughCause: string;
  /** The sum of all entries sealed so far. */
  balance: number;
  /** Hex SHA-256 of the last entry of the segment before, which this segment continues. */
  previousHash: string;
  /** The hex SHA-256 of each entry, 64 characters each, joined. */
  hashes: string;
  sealedAt: Instant;
  /** Set when this run could not compare the balance of the pool, which was in motion, with these entries. */
  isUnproven?: boolean;
}

/** A person's license of a calendar month (UTC). It is claimed once and never freed. */
export interface License {
  accountId: string;
  /** `2026-03` */
  month: string;
  personId: string;
  organizationId: string;
  claimedAt: Instant;
  /** The scan that claimed it. */
  scanId?: string;
}

/** The number of claimed licenses of a month. */
export interface LicenseMonth {
  accountId: string;
  month: string;
  used: number;
}

/** The kinds of mails to people of an organization. */
export const noticeKinds = [
  'subscription_active',
  'receipt',
  'recharge_succeeded',
  'recharge_failed',
  'payment_failed',
  'payment_reminder',
  'purchase_withdrawn',
  'low_balance',
  'renewal_upcoming',
  'budget_reached',
  'waivers_expiring',
  'advisory_digest',
  'domain_lost',
  'sso_enforced',
  'sso_lifted',
  'subscriber_failing',
  'subscriber_disabled',
  'checks_stopped',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** An invitation goes to another person. */
export const mailKinds = [...noticeKinds, 'invitation'] as const;
export type MailKind = (typeof mailKinds)[number];

/** A mail to the owners and admins of an account, stored in the transaction of what it reports. */
export interface Mail {
  accountId: string;
  /** Derived from its cause, so that one cause gives one mail. */
  mailId: string;
  kind: MailKind;
  /** The values in its text: plan, pool, pack, credits, amount, links. */
  facts: Record<string, string | number>;
  createdAt: Instant;
  attempts: number;
  /** Its shard of the due queue; absent once it was sent or given up. */
  dueQueue?: string;
  dueAt?: Instant;
  sentAt?: Instant;
}
