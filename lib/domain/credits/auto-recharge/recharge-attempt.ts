import { derivedId } from '@scangate/engines/model/digest';
import type { BillingState } from '@scangate/domain/accounts/billing-state';
import { auditEvent } from '@scangate/domain/audit/audit-event';
import type { Change } from '@scangate/domain/record-changes';
import { addMs, hourMs, minuteMs } from '@scangate/domain/instant';
import { enqueueMail } from '@scangate/domain/mail/notifications';
import type { ProviderInvoice } from '@scangate/domain/payments/provider-objects';
import type { Instant, Recharge, RechargeAttempt } from '@scangate/domain/records';
import { rechargeSettings } from './auto-recharge-settings.ts';
import { mayBeCharged, requireNotClosing, type Payer } from '@scangate/domain/payments/payer';
import { isRechargeDue } from './decide-recharge.ts';
import { currentRecharge, rechargeChange, RechargeConflict, withoutStreak } from './recharge-record.ts';
import { creditPacks, grantPack } from '../credit-packs.ts';

/** The delays after the first, second and third failure in a row. The fourth ends the streak (docs/adr/0011-auto-recharge.md). */
const backoffMs = [15 * minuteMs, hourMs, 6 * hourMs];

/** With another payment method, a streak restarts at 0, but its owners are not notified again. */
const withPaymentMethod = (recharge: Recharge, paymentMethodId: string): Recharge => {
  const { failureContext, nextAttemptAt: _next, ...rest } = recharge;
  if (!failureContext || failureContext.paymentMethodId === paymentMethodId) return recharge;
  return { ...rest, failures: 0, failureContext: { ...failureContext, paymentMethodId } };
};

export type RechargeClaim =
  | { outcome: 'claimed'; after: Recharge; attempt: RechargeAttempt }
  | { outcome: 'later'; at: Instant }
  | { outcome: 'not_now' };

/**
 * Claims a slot of the cap for a charge, if one is due and allowed now (docs/adr/0011-auto-recharge.md).
 * @param state after its due renewals.
 * @param payer the organization of the account.
 * @param paymentMethodId the payment method to charge. Without one nothing is charged.
 */
export const claimRecharge = (
  state: BillingState,
  {
    recharge,
    payer,
    paymentMethodId,
  }: { recharge: Recharge; payer: Payer; paymentMethodId?: string | undefined },
  now: Instant,
): RechargeClaim => {
  const { accountId, pool, version } = recharge;
  const { available, periodStartAt } = state.pools[pool];
  const settings = rechargeSettings(state.account, pool);
  const isDue = isRechargeDue(state, { pool, balance: available }, now);
  if (recharge.attempt || paymentMethodId === undefined || !isDue || !mayBeCharged(payer))
    return { outcome: 'not_now' };
  const current = withPaymentMethod(
    currentRecharge(recharge, settings.version, periodStartAt),
    paymentMethodId,
  );
  const hasGivenUp = current.failures > 0 && current.nextAttemptAt === undefined;
  if (current.packs >= settings.monthlyCap || hasGivenUp) return { outcome: 'not_now' };
  if (current.nextAttemptAt !== undefined && current.nextAttemptAt > now)
    return { outcome: 'later', at: current.nextAttemptAt };
  const attempt: RechargeAttempt = {
    attemptId: derivedId('recharge', accountId, pool, String(version)),
    pack: settings.pack,
    at: now,
    settingsVersion: settings.version,
    periodStartAt,
    paymentMethodId,
  };
  return { outcome: 'claimed', attempt, after: { ...current, packs: current.packs + 1, attempt } };
};

/** The decision only holds for the account as it was read. */
const requireSameAccount = ({ account: { accountId, version } }: BillingState): Change<'account'> => ({
  change: 'require',
  record: 'account',
  id: { accountId },
  when: [{ field: 'version', is: 'equal', value: version }],
  onConflict: () => new RechargeConflict(),
});

/** Nothing is charged once the organization is closing. */
const requireOpen = (accountId: string): Change<'organization'> =>
  requireNotClosing(accountId, () => new RechargeConflict());

/**
 * Writes the claim.
 * @throws RechargeConflict at commit when the account, or the pool's balance or period, changed, or the organization
 * is closing.
 */
export const rechargeClaimChanges = (
  state: BillingState,
  before: Recharge,
  after: Recharge,
): Change<'recharge' | 'account' | 'pool' | 'organization'>[] => {
  const { accountId, pool } = before;
  const { periodStartAt } = state.pools[pool];
  const { threshold } = rechargeSettings(state.account, pool);
  return [
    rechargeChange(before, after),
    requireSameAccount(state),
    requireOpen(accountId),
    {
      change: 'require',
      record: 'pool',
      id: { accountId, pool },
      when: [
        { field: 'periodStartAt', is: 'equal', value: periodStartAt },
        { field: 'available', is: 'atMost', value: threshold },
      ],
      onConflict: () => new RechargeConflict(),
    },
  ];
};

/** Writes the invoice of an attempt, unless the organization is closing: it is charged next. */
export const invoiceToCharge = (
  recharge: Recharge,
  attempt: RechargeAttempt,
): Change<'recharge' | 'organization'>[] => [
  rechargeChange(recharge, { ...recharge, attempt }),
  requireOpen(recharge.accountId),
];

/** Writes the invoice of an attempt that is void next. */
export const invoiceToVoid = (recharge: Recharge, attempt: RechargeAttempt): Change<'recharge'>[] => [
  rechargeChange(recharge, { ...recharge, attempt }),
];

type PaidInvoice = Pick<
  ProviderInvoice,
  'invoiceId' | 'number' | 'amountDue' | 'amountPaid' | 'currency' | 'hostedUrl'
>;

const rechargeEvent = (
  { accountId, pool }: Pick<Recharge, 'accountId' | 'pool'>,
  event: {
    action: 'auto_recharge.charged' | 'auto_recharge.failed';
    cause: string;
    after: Record<string, unknown>;
  },
  now: Instant,
) =>
  auditEvent({
    organizationId: accountId,
    actor: { kind: 'system' },
    at: now,
    ...event,
    after: { pool, ...event.after },
  });

/** Grants the credits of a paid attempt, reports it, and ends the streak of failures, all in one transaction. */
export const recordRechargePaid = (
  recharge: Recharge,
  {
    attempt: { attemptId, pack },
    invoice,
  }: { attempt: Pick<RechargeAttempt, 'attemptId' | 'pack'>; invoice: PaidInvoice },
  now: Instant,
): Change<'recharge' | 'pool' | 'ledgerEntry' | 'auditEvent' | 'mail'>[] => {
  const { accountId, pool } = recharge;
  const { invoiceId, number, amountPaid, currency, hostedUrl } = invoice;
  const facts = {
    pool,
    pack,
    credits: creditPacks[pack].credits,
    invoice: number,
    amount: amountPaid,
    currency,
    ...(hostedUrl !== undefined && { hostedUrl }),
  };
  return [
    ...grantPack(accountId, { pack, payment: { cause: `recharge#${attemptId}`, invoiceId } }, now),
    ...endAttempt(recharge, attemptId),
    rechargeEvent(
      recharge,
      { action: 'auto_recharge.charged', cause: attemptId, after: { pack, invoiceId } },
      now,
    ),
    enqueueMail(accountId, { kind: 'recharge_succeeded', cause: attemptId, facts }, now),
    enqueueMail(accountId, { kind: 'receipt', cause: attemptId, facts }, now),
  ];
};

/** Ends a paid attempt. Another attempt that is in progress is left alone. */
export const endAttempt = (recharge: Recharge, attemptId: string): Change<'recharge'>[] => {
  if (recharge.attempt?.attemptId !== attemptId) return [];
  const { attempt: _attempt, ...rest } = recharge;
  return [rechargeChange(recharge, withoutStreak(rest))];
};

/** The recharge without an attempt that was not charged: its slot is free again if its period is still current. */
const withoutCharge = (recharge: Recharge, { periodStartAt }: RechargeAttempt): Recharge => {
  const { attempt: _attempt, ...rest } = recharge;
  return { ...rest, packs: Math.max(0, rest.packs - (rest.periodStartAt === periodStartAt ? 1 : 0)) };
};

/** Ends an attempt whose invoice is void because the organization is closing. It counts as no failure. */
export const endUncharged = (recharge: Recharge, attempt: RechargeAttempt): Change<'recharge'>[] => [
  rechargeChange(recharge, withoutCharge(recharge, attempt)),
];

/** The recharge after a declined attempt. */
const withFailure = (recharge: Recharge, attempt: RechargeAttempt, now: Instant): Recharge => {
  const { nextAttemptAt: _next, ...rest } = withoutCharge(recharge, attempt);
  const { settingsVersion, periodStartAt, paymentMethodId } = attempt;
  const failures = recharge.failures + 1;
  const delayMs = backoffMs[failures - 1];
  return {
    ...rest,
    failures,
    failureContext: { settingsVersion, periodStartAt, paymentMethodId },
    failingSince: recharge.failingSince ?? now,
    ownersNotified: true,
    ...(delayMs !== undefined && { nextAttemptAt: addMs(now, delayMs) }),
  };
};

/**
 * Records a declined attempt, whose invoice is void. The failure counts in its streak, which ends when the settings or
 * the period changed meanwhile. The owners are notified once per streak.
 */
export const recordRechargeDeclined = (
  state: BillingState,
  { recharge, attempt, code }: { recharge: Recharge; attempt: RechargeAttempt; code: string },
  now: Instant,
): { changes: Change<'recharge' | 'account' | 'auditEvent' | 'mail'>[]; nextAt?: Instant } => {
  const { accountId, pool } = recharge;
  const { attemptId, pack } = attempt;
  const failed = withFailure(recharge, attempt, now);
  const { failures, nextAttemptAt } = failed;
  const hasStreakEnded =
    rechargeSettings(state.account, pool).version !== attempt.settingsVersion ||
    state.pools[pool].periodStartAt !== attempt.periodStartAt;
  const mail = { kind: 'recharge_failed', cause: attemptId, facts: { pool, pack } } as const;
  return {
    changes: [
      rechargeChange(recharge, hasStreakEnded ? withoutStreak(failed) : failed),
      requireSameAccount(state),
      rechargeEvent(
        recharge,
        { action: 'auto_recharge.failed', cause: attemptId, after: { pack, code, failures } },
        now,
      ),
      ...(recharge.ownersNotified ? [] : [enqueueMail(accountId, mail, now)]),
    ],
    ...(!hasStreakEnded && nextAttemptAt !== undefined && { nextAt: nextAttemptAt }),
  };
};
