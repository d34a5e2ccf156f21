import { auditEvent } from '../audit/audit-event.ts';
import type { Change } from '../change.ts';
import { Conflict } from '../conflict.ts';
import { derivedId } from '@scangate/engines/model/digest';
import { addMs } from '../instant.ts';
import { queueShard } from '../due-queue.ts';
import type { Instant, Recharge, RechargeAttempt } from '../records.ts';
import type { PoolName } from './credit-pool.ts';
import { rechargeSettings } from './auto-recharge-settings.ts';
import { capabilitiesOf, hasSastAddon } from '../plans/entitlements.ts';
import { enqueueMail } from '../mail/notifications.ts';
import { grantPack, creditPacks } from './credit-packs.ts';
import type { BillingState } from '../accounts/billing-state.ts';
import type { ProviderInvoice } from '../payments/provider-objects.ts';

/** After a first, a second and a third failure in a row; after a fourth no more (spec, "Auto-recharge", 3). */
const backoffMs = [15 * 60_000, 60 * 60_000, 6 * 60 * 60_000];

/** The recharge, or what it was decided from, changed since it was read. */
export class RechargeConflict extends Conflict {
  constructor() {
    super('the recharge changed since it was read');
  }
}

/**
 * Whether a pool with this balance is to be recharged, as far as the account can say: switched on, at or below the
 * threshold, on a plan that pays as it goes, and nothing unpaid. For SAST also the add-on.
 */
export const isRechargeDue = (
  { account }: Pick<BillingState, 'account'>,
  { pool, balance }: { pool: PoolName; balance: number },
  now: Instant,
): boolean => {
  const { enabled, threshold } = rechargeSettings(account, pool);
  if (!enabled || balance > threshold || account.unpaidInvoices.length > 0) return false;
  return (
    capabilitiesOf(account.plan).includes('pay_as_you_go') && (pool === 'core' || hasSastAddon(account, now))
  );
};

/** What is known of a pool that was never charged by itself. */
export const newRecharge = (accountId: string, pool: PoolName, periodStartAt: Instant): Recharge => ({
  accountId,
  pool,
  periodStartAt,
  packs: 0,
  failures: 0,
  version: 0,
});

const withoutRun = ({
  failureContext: _with,
  failingSince: _since,
  nextAttemptAt: _next,
  ownersNotified: _mailed,
  ...rest
}: Recharge): Recharge => ({ ...rest, failures: 0 });

/** A new period counts its packs anew, and with it or with other settings a run of failures is over. */
export const currentRecharge = (
  known: Recharge,
  settingsVersion: number,
  periodStartAt: Instant,
): Recharge => {
  const counted = known.periodStartAt === periodStartAt ? known : { ...known, periodStartAt, packs: 0 };
  const { failureContext: failedWith } = known;
  const goesOn =
    failedWith?.settingsVersion === settingsVersion && failedWith.periodStartAt === periodStartAt;
  return failedWith === undefined || goesOn ? counted : withoutRun(counted);
};

/** With another card it is tried anew; whoever was told of this run is not told again. */
const withCard = (known: Recharge, paymentMethodId: string): Recharge => {
  const { failureContext: failedWith, nextAttemptAt: _next, ...rest } = known;
  if (!failedWith || failedWith.paymentMethodId === paymentMethodId) return known;
  return { ...rest, failures: 0, failureContext: { ...failedWith, paymentMethodId } };
};

/** Listed for the hourly sweep as long as it is switched on. */
export const queueForSweep = (known: Recharge, enabled: boolean, now: Instant): Recharge => {
  const { dueQueue: _open, dueAt: _dueAt, ...rest } = known;
  return enabled
    ? { ...rest, dueQueue: queueShard('recharge', known.accountId), dueAt: known.dueAt ?? now }
    : rest;
};

export type RechargeClaim =
  | { outcome: 'claimed'; after: Recharge; attempt: RechargeAttempt }
  | { outcome: 'later'; at: Instant }
  | { outcome: 'not_now' };

/**
 * Takes a slot of the cap for a charge, if one is wanted and may be made now (billing.md, "Auto-recharge", 1).
 * @param state as of now.  @param paymentMethodId what is charged; without it nothing is.
 */
export const claimRecharge = (
  state: BillingState,
  { recharge: known, paymentMethodId }: { recharge: Recharge; paymentMethodId?: string | undefined },
  now: Instant,
): RechargeClaim => {
  const { pool } = known;
  const { available, periodStartAt } = state.pools[pool];
  const settings = rechargeSettings(state.account, pool);
  if (
    known.attempt ||
    paymentMethodId === undefined ||
    !isRechargeDue(state, { pool, balance: available }, now)
  )
    return { outcome: 'not_now' };
  const current = withCard(currentRecharge(known, settings.version, periodStartAt), paymentMethodId);
  const isSpent = current.failures > 0 && current.nextAttemptAt === undefined;
  if (current.packs >= settings.monthlyCap || isSpent) return { outcome: 'not_now' };
  if (current.nextAttemptAt !== undefined && current.nextAttemptAt > now)
    return { outcome: 'later', at: current.nextAttemptAt };
  const attempt: RechargeAttempt = {
    attemptId: derivedId('recharge', known.accountId, pool, String(known.version + 1)),
    pack: settings.pack,
    at: now,
    settingsVersion: settings.version,
    periodStartAt,
    paymentMethodId,
  };
  return { outcome: 'claimed', attempt, after: { ...current, packs: current.packs + 1, attempt } };
};

/** Writes a recharge as it is now; refused with RechargeMoved when it is not as it was read. */
export const rechargeChange = (before: Recharge, after: Recharge): Change<'recharge'> => {
  const { accountId, pool } = before;
  const refused = () => new RechargeConflict();
  const next: Recharge = { ...after, version: before.version + 1 };
  if (before.version === 0) return { change: 'insert', record: 'recharge', item: next, onConflict: refused };
  const names = Object.keys({ ...before, ...next }) as (keyof Recharge)[];
  const unset = names.filter((name) => next[name] === undefined || !(name in next));
  const { accountId: _account, pool: _pool, ...fields } = next;
  return {
    change: 'update',
    record: 'recharge',
    id: { accountId, pool },
    set: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
    ...(unset.length > 0 && { unset }),
    when: [{ field: 'version', is: 'equal', value: before.version }],
    onConflict: refused,
  };
};

/** What was decided holds for the account as it was read, and for no other. */
const unchangedAccount = ({ account: { accountId, version } }: BillingState): Change<'account'> => ({
  change: 'require',
  record: 'account',
  id: { accountId },
  when: [{ field: 'version', is: 'equal', value: version }],
  onConflict: () => new RechargeConflict(),
});

/** The claim, refused where the account, the pool's balance or its period moved since it was decided. */
export const rechargeClaimChanges = (
  state: BillingState,
  before: Recharge,
  after: Recharge,
): Change<'recharge' | 'account' | 'pool'>[] => {
  const { accountId, pool } = before;
  const { periodStartAt } = state.pools[pool];
  const { threshold } = rechargeSettings(state.account, pool);
  return [
    rechargeChange(before, after),
    unchangedAccount(state),
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

type Told = Pick<
  ProviderInvoice,
  'invoiceId' | 'number' | 'amountDue' | 'amountPaid' | 'currency' | 'hostedUrl'
>;

const audited = (
  { accountId, pool }: Pick<Recharge, 'accountId' | 'pool'>,
  action: 'auto_recharge.charged' | 'auto_recharge.failed',
  attemptId: string,
  after: Record<string, unknown>,
  now: Instant,
) =>
  auditEvent({
    organizationId: accountId,
    actor: { kind: 'system' },
    at: now,
    action,
    cause: attemptId,
    after: { pool, ...after },
  });

/** Paid: the credits, what is told of it, and the end of any run of failures, or nothing of it. */
export const recordRechargePaid = (
  known: Recharge,
  {
    attempt: { attemptId, pack },
    invoice,
  }: { attempt: Pick<RechargeAttempt, 'attemptId' | 'pack'>; invoice: Told },
  now: Instant,
): Change<'recharge' | 'pool' | 'ledgerEntry' | 'auditEvent' | 'mail'>[] => {
  const { accountId, pool } = known;
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
    ...endAttempt(known, attemptId),
    audited(known, 'auto_recharge.charged', attemptId, { pack, invoiceId }, now),
    enqueueMail(accountId, { kind: 'recharge_succeeded', cause: attemptId, facts }, now),
    enqueueMail(accountId, { kind: 'receipt', cause: attemptId, facts }, now),
  ];
};

/** The attempt is over, successfully; another one that is under way goes on. */
export const endAttempt = (known: Recharge, attemptId: string): Change<'recharge'>[] => {
  if (known.attempt?.attemptId !== attemptId) return [];
  const { attempt: _attempt, ...rest } = known;
  return [rechargeChange(known, withoutRun(rest))];
};

/**
 * Declined and void: the slot is free again, if its period is still under way; the failure counts in the run that it
 * belongs to, which is over where settings changed meanwhile. Of each run its owners are told once.
 */
export const recordRechargeDeclined = (
  state: BillingState,
  { recharge: known, attempt, code }: { recharge: Recharge; attempt: RechargeAttempt; code: string },
  now: Instant,
): { changes: Change<'recharge' | 'account' | 'auditEvent' | 'mail'>[]; nextAt?: Instant } => {
  const { accountId, pool } = known;
  const { attempt: _attempt, ...rest } = known;
  const { settingsVersion, periodStartAt, paymentMethodId, attemptId, pack } = attempt;
  const released = {
    ...rest,
    packs: Math.max(0, rest.packs - (known.periodStartAt === periodStartAt ? 1 : 0)),
  };
  const failures = known.failures + 1;
  const wait = backoffMs[failures - 1];
  const nextAt = wait === undefined ? undefined : addMs(now, wait);
  const { nextAttemptAt: _before, ...counted } = released;
  const failed: Recharge = {
    ...counted,
    failures,
    failureContext: { settingsVersion, periodStartAt, paymentMethodId },
    failingSince: known.failingSince ?? now,
    ownersNotified: true,
    ...(nextAt !== undefined && { nextAttemptAt: nextAt }),
  };
  const isOver =
    rechargeSettings(state.account, pool).version !== settingsVersion ||
    state.pools[pool].periodStartAt !== periodStartAt;
  return {
    changes: [
      rechargeChange(known, isOver ? withoutRun(failed) : failed),
      unchangedAccount(state),
      audited(known, 'auto_recharge.failed', attemptId, { pack, code, failures }, now),
      ...(known.ownersNotified
        ? []
        : [
            enqueueMail(accountId, { kind: 'recharge_failed', cause: attemptId, facts: { pool, pack } }, now),
          ]),
    ],
    ...(!isOver && nextAt !== undefined && { nextAt }),
  };
};
