import { setAutoRenew } from '@scangate/domain/plans/auto-renew';
import { recordFailedPayment, recordResolvedPayment } from '@scangate/domain/payments/payment-hold';
import { schedulePlanChange, startPlan, undoPlanChange } from '@scangate/domain/plans/plan-change';
import { endPlan } from '@scangate/domain/plans/end-plan';
import { renewPaidSubscription } from '@scangate/domain/plans/renew-paid-subscription';
import { setRetention } from '@scangate/domain/accounts/retention-setting';
import { addLicenses, scheduleLicenseReduction } from '@scangate/domain/licenses/change-license-count';
import { noChange, type BillingState, type BillingOutcome } from '@scangate/domain/accounts/billing-state';
import type { Change } from '@scangate/domain/record-changes';
import type { Pool } from '@scangate/domain/records';
import { addAnchoredMonths, plusMonths, plusMs } from './model-calendar.ts';
import * as model from './account-model.ts';
import type { Customer, Terms } from './account-model.ts';
import { endOf, grant, startOf, type PoolName } from './model-pool.ts';

/** The commands of an account: how the rules run each one, and what the reference model predicts for it. */

export interface Command {
  /** A rule of the account. Some commands have changes that are made from the current pools instead. */
  rule?: (state: BillingState) => BillingOutcome;
  changes?: (pools: Record<PoolName, Pool>) => Change<'pool' | 'ledgerEntry' | 'clientUsage'>[];
  /** Predicts the result: `done`, or the code of the refusal. It changes the customer only when the command is done. */
  predict: (customer: Customer) => string;
}
/** @param id is new for each command. */
export type CommandFactory = (customer: Customer, now: string, id: string) => Command;

const replaceFields = (customer: Customer, by: Customer): void => {
  for (const field of Object.keys(customer)) delete (customer as unknown as Record<string, unknown>)[field];
  Object.assign(customer, by);
};

/** Runs a command between the due changes before and after it, all or nothing. Due changes beyond one step stay applied. */
const withDueChanges =
  (now: string, act: (customer: Customer) => string) =>
  (customer: Customer): string => {
    for (;;) {
      const draft = model.clone(customer);
      const isAll = model.applyDueChanges(draft, now);
      const result = isAll ? act(draft) : 'done';
      if (isAll) model.applyDueChanges(draft, now);
      if (result === 'done') replaceFields(customer, draft);
      if (isAll) return result;
    }
  };

type RuleAndPrediction = [rule: (state: BillingState) => BillingOutcome, act: (customer: Customer) => string];
export const ruleCommand =
  (prepare: (now: string, id: string, customer: Customer) => RuleAndPrediction): CommandFactory =>
  (customer, now, id) => {
    const [rule, act] = prepare(now, id, customer);
    return { rule, predict: withDueChanges(now, act) };
  };
/** A prediction that is never a refusal. */
export const accepted =
  (act: (customer: Customer) => unknown) =>
  (customer: Customer): string => {
    act(customer);
    return 'done';
  };

export const renew = ruleCommand(() => [noChange, () => 'done']);

const yearOf = { month: 1, year: 12 } as const;

interface PlanStart {
  to: Terms;
  at: string;
  paidThrough?: string | undefined;
  agreed?: Customer['agreed'] | undefined;
}

/** Predicts the start of a plan, by invoice with the end of the paid period, or by agreement. */
const predictStart =
  ({ to, at, paidThrough, agreed }: PlanStart, now: string) =>
  (customer: Customer): void => {
    const isApplied = customer.byInvoice && customer.paidThrough !== undefined && paidThrough !== undefined;
    if (isApplied && (customer.paidThrough ?? '') >= paidThrough) return;
    if (paidThrough !== undefined && paidThrough <= now) return;
    model.setTerms(customer, to);
    for (const field of ['endsAt', 'pending', 'paidThrough', 'agreed', 'yearFrom'] as const)
      delete customer[field];
    Object.assign(customer, { byInvoice: paidThrough !== undefined, ...(paidThrough && { paidThrough }) });
    if (agreed) customer.agreed = agreed;
    if (paidThrough === undefined) delete customer.addon?.paidThrough;
    model.restartPeriods(customer, 'core', at);
  };

export const startPlanCommand = (
  to: Terms,
  { byInvoice, hoursAgo, agreed }: { byInvoice: boolean; hoursAgo: number; agreed?: Customer['agreed'] },
): CommandFactory =>
  ruleCommand((now) => {
    const at = plusMs(now, -hoursAgo * 3_600_000);
    const paidUntilAt = byInvoice ? plusMonths(at, yearOf[to.interval]) : undefined;
    const renewedBy = byInvoice ? ('invoice' as const) : ('schedule' as const);
    const terms = { renewedBy, paidUntilAt, ...(agreed && { agreedCredits: agreed }) };
    return [
      (state) => startPlan(state, { to, terms, at }, now),
      accepted(predictStart({ to, at, paidThrough: paidUntilAt, agreed }, now)),
    ];
  });

/** The first payment again, maybe long after. */
export const repeatFirstPayment = ruleCommand(
  (now, _id, { byInvoice, paidThrough, plan, interval, licenses }) => {
    if (!byInvoice || paidThrough === undefined || plan === 'Free') return [noChange, () => 'done'];
    const to = { plan, interval, ...(licenses !== undefined && { licenses }) };
    const terms = { renewedBy: 'invoice' as const, paidUntilAt: paidThrough };
    const at = plusMonths(paidThrough, -1);
    return [
      (state) => startPlan(state, { to, terms, at }, now),
      accepted(predictStart({ to, at, paidThrough }, now)),
    ];
  },
);

export const endPlanCommand = (hoursAgo: number): CommandFactory =>
  ruleCommand((now) => {
    const at = plusMs(now, -hoursAgo * 3_600_000);
    return [(state) => endPlan(state, now, at), accepted((customer) => model.endPlan(customer, at))];
  });

const isSameTerms = (a: Terms, b: Terms): boolean =>
  a.plan === b.plan && a.interval === b.interval && a.licenses === b.licenses;

/** Whether the renewal of the pending change is due and unpaid, so that it is too late to change it. */
const isRenewalUnpaid = ({ pending }: Customer, now: string): boolean =>
  pending !== undefined && pending.at <= now;

const predictSchedule = (customer: Customer, to: Terms, now: string): string => {
  const isTeam = to.plan === 'Team';
  if (isTeam ? (to.licenses ?? 0) < 5 : to.licenses !== undefined && to.plan !== 'Regulated')
    return 'validation_failed';
  if (to.plan === 'Regulated' && customer.plan !== 'Regulated') return 'validation_failed';
  if (customer.plan === 'Free' || isRenewalUnpaid(customer, now) || customer.endsAt !== undefined)
    return 'conflict';
  if (isSameTerms(customer, to)) delete customer.pending;
  else customer.pending = { ...to, at: model.renewsAt(customer, now) };
  return 'done';
};

export const schedule = (to: Terms): CommandFactory =>
  ruleCommand((now, id) => [
    (state) => schedulePlanChange(state, { to, cause: id }, now),
    (customer) => predictSchedule(customer, to, now),
  ]);

export const undo = ruleCommand((now, id) => [
  (state) => undoPlanChange(state, id, now),
  (customer) => {
    if (!customer.pending || isRenewalUnpaid(customer, now)) return 'conflict';
    delete customer.pending;
    return 'done';
  },
]);

export const autoRenew = (enabled: boolean): CommandFactory =>
  ruleCommand((now, id) => [
    (state) => setAutoRenew(state, { enabled, cause: id }, now),
    (customer) => {
      if (customer.plan === 'Free') return 'conflict';
      if (enabled) delete customer.endsAt;
      else if (customer.endsAt === undefined) {
        customer.endsAt = model.renewsAt(customer, now);
        if (!isRenewalUnpaid(customer, now)) delete customer.pending;
      }
      return 'done';
    },
  ]);

export const addLicensesCommand = (more: number): CommandFactory =>
  ruleCommand((now, id, before) => {
    const licenses = (before.licenses ?? 5) + more;
    const act = (customer: Customer): string => {
      const bought = customer.licenses ?? 5;
      if (customer.plan !== 'Team') return 'conflict';
      if (licenses <= bought) return 'done';
      const pool = customer.pools.core;
      const highest = pool.licenses ?? bought;
      const [from, to, at] = [startOf(pool), endOf(pool), now].map((one) => Date.parse(one));
      const all = BigInt((to ?? 0) - (from ?? 0));
      const left = BigInt(Math.max(0, Math.min((to ?? 0) - (at ?? 0), Number(all))));
      const worth = BigInt(100 * Math.max(0, licenses - highest)) * left;
      grant(pool, Number(worth / all) + (worth % all > 0n ? 1 : 0));
      pool.licenses = Math.max(highest, licenses);
      customer.licenses = licenses;
      const { pending } = customer;
      if (pending?.plan === 'Team' && !isRenewalUnpaid(customer, now)) {
        if (pending.interval === customer.interval) delete customer.pending;
        else pending.licenses = licenses;
      }
      return 'done';
    };
    return [(state) => addLicenses(state, { licenses, invoiceId: id }, now), act];
  });

export const reduceLicenses = (licenses: number): CommandFactory =>
  ruleCommand((now, id) => [
    (state) => scheduleLicenseReduction(state, { licenses, cause: id }, now),
    (customer) => {
      if (customer.plan !== 'Team' || licenses > (customer.licenses ?? 5)) return 'conflict';
      return predictSchedule(customer, { plan: 'Team', interval: customer.interval, licenses }, now);
    },
  ]);

const invoiceNames = ['in_1', 'in_2', 'in_3'];
export const failPayment = (which: number, hoursAgo: number): CommandFactory =>
  ruleCommand((now) => {
    const [invoice, at] = [invoiceNames[which % 3] ?? '', plusMs(now, -hoursAgo * 3_600_000)];
    return [
      (state) => recordFailedPayment(state, invoice, at),
      accepted(({ plan, unpaid }) => {
        if (plan !== 'Free' && at > (unpaid[invoice] ?? '')) unpaid[invoice] = at;
      }),
    ];
  });
export const resolvePayment = (which: number): CommandFactory =>
  ruleCommand(() => {
    const invoice = invoiceNames[which % 3] ?? '';
    return [
      (state) => recordResolvedPayment(state, invoice),
      accepted(({ unpaid }) => delete unpaid[invoice]),
    ];
  });

/** A payment of a renewal: the next one, the last one again, or the one after the next. */
export const payRenewal = (which: 'next' | 'again' | 'skipping'): CommandFactory =>
  ruleCommand((now, _id, before) => {
    const every = yearOf[before.interval];
    const from = before.paidThrough ?? endOf(before.pools.core);
    const { anchor } = before.pools.core;
    const addPeriods = (instant: string, more: number): string => addAnchoredMonths(anchor, instant, more);
    const shift = { next: 0, again: -every, skipping: every }[which];
    const period = { startAt: addPeriods(from, shift), endAt: addPeriods(from, shift + every) };
    const act = (customer: Customer): void => {
      if (!customer.byInvoice) return;
      if (customer.paidThrough !== undefined && customer.paidThrough >= period.endAt) return;
      customer.paidThrough = period.endAt;
      if (customer.endsAt !== undefined && customer.endsAt < period.endAt) customer.endsAt = period.endAt;
      if (customer.pending && customer.pending.at <= period.startAt)
        model.applyPending(customer, period.startAt);
      else model.renewAt(customer, 'core', period.startAt);
    };
    return [(state) => renewPaidSubscription(state, { period }, now), accepted(act)];
  });

export const setRetentionCommand = (days: number): CommandFactory =>
  ruleCommand((_now, id) => [
    (state) => setRetention(state, { days, plan: state.account.plan, cause: id }),
    (customer) => {
      if (days > { Free: 30, Starter: 90, Team: 365, Regulated: Infinity }[customer.plan])
        return 'retention_over_plan';
      customer.retention = days;
      return 'done';
    },
  ]);
