import { adjustPool } from '@scangate/domain/credits/adjust-pool';
import { setAutoRenew } from '@scangate/domain/plans/auto-renew';
import { grantPack, creditPacks, type PackName } from '@scangate/domain/credits/credit-packs';
import { recordFailedPayment, recordResolvedPayment } from '@scangate/domain/payments/payment-hold';
import { schedulePlanChange, startPlan, undoPlanChange } from '@scangate/domain/plans/plan-change';
import { endPlan } from '@scangate/domain/plans/end-plan';
import { renewPaidSubscription } from '@scangate/domain/plans/renew-paid-subscription';
import { setRetention } from '@scangate/domain/accounts/payload-retention';
import * as sast from '@scangate/domain/plans/sast-addon';
import { addLicenses, scheduleLicenseReduction } from '@scangate/domain/licenses/change-license-count';
import { noChange, type BillingState, type BillingOutcome } from '@scangate/domain/accounts/billing-state';
import type { Change } from '@scangate/domain/change';
import type { Pool } from '@scangate/domain/records';
import { alongGrid, plusMonths, plusMs } from './model-calendar.ts';
import * as model from './account-model.ts';
import type { Customer, PoolName, Terms } from './account-model.ts';

/** Everything that befalls an account, each as the rules do it and as the model tells it. */

export interface Command {
  /** A rule of the account; or changes made from its pools as they are. */
  rule?: (state: BillingState) => BillingOutcome;
  changes?: (pools: Record<PoolName, Pool>) => Change<'pool' | 'ledgerEntry'>[];
  /** What will be said: `done`, or the code of the refusal. Changes the customer only when it is done. */
  predict: (customer: Customer) => string;
}
/** @param id is new each time it is done. */
export type CommandFactory = (customer: Customer, now: string, id: string) => Command;

const replace = (customer: Customer, by: Customer): void => {
  for (const field of Object.keys(customer)) delete (customer as unknown as Record<string, unknown>)[field];
  Object.assign(customer, by);
};

/** Between what time did before and after it; all or nothing, but of too much to do at once the first part stays done. */
const afterTime =
  (now: string, act: (customer: Customer) => string) =>
  (customer: Customer): string => {
    for (;;) {
      const draft = model.clone(customer);
      const isAll = model.catchUp(draft, now);
      const said = isAll ? act(draft) : 'done';
      if (isAll) model.catchUp(draft, now);
      if (said === 'done') replace(customer, draft);
      if (isAll) return said;
    }
  };

type Told = [rule: (state: BillingState) => BillingOutcome, act: (customer: Customer) => string];
const deed =
  (make: (now: string, id: string, customer: Customer) => Told): CommandFactory =>
  (customer, now, id) => {
    const [rule, act] = make(now, id, customer);
    return { rule, predict: afterTime(now, act) };
  };
/** What nothing can refuse. */
const done =
  (act: (customer: Customer) => unknown) =>
  (customer: Customer): string => {
    act(customer);
    return 'done';
  };

export const renew = deed(() => [noChange, () => 'done']);

const yearOf = { month: 1, year: 12 } as const;

/** A plan that starts: told by the till, with the end of what is paid, or set by agreement. */
const started =
  (to: Terms, at: string, now: string, paidThrough?: string, agreed?: Customer['agreed']) =>
  (customer: Customer): void => {
    const isKnown = customer.byInvoice && customer.paidThrough !== undefined && paidThrough !== undefined;
    if (isKnown && (customer.paidThrough ?? '') >= paidThrough) return;
    if (paidThrough !== undefined && paidThrough <= now) return;
    model.setTerms(customer, to);
    for (const field of ['endsAt', 'pending', 'paidThrough', 'agreed', 'yearFrom'] as const)
      delete customer[field];
    Object.assign(customer, { byInvoice: paidThrough !== undefined, ...(paidThrough && { paidThrough }) });
    if (agreed) customer.agreed = agreed;
    if (paidThrough === undefined) delete customer.addon?.paidThrough;
    model.startOver(customer, 'core', at);
  };

export const begin = (
  to: Terms,
  byInvoice: boolean,
  hoursAgo: number,
  agreed?: Customer['agreed'],
): CommandFactory =>
  deed((now) => {
    const at = plusMs(now, -hoursAgo * 3_600_000);
    const paidUntilAt = byInvoice ? plusMonths(at, yearOf[to.interval]) : undefined;
    const renewedBy = byInvoice ? ('invoice' as const) : ('schedule' as const);
    const terms = { renewedBy, paidUntilAt, ...(agreed && { agreedCredits: agreed }) };
    return [
      (state) => startPlan(state, { to, terms, at }, now),
      done(started(to, at, now, paidUntilAt, agreed)),
    ];
  });

/** The till tells of the first payment again, when it may be long ago. */
export const beginAgain = deed((now, _id, { byInvoice, paidThrough, plan, interval, licenses }) => {
  if (!byInvoice || paidThrough === undefined || plan === 'Free') return [noChange, () => 'done'];
  const to = { plan, interval, ...(licenses !== undefined && { licenses }) };
  const terms = { renewedBy: 'invoice' as const, paidUntilAt: paidThrough };
  const at = plusMonths(paidThrough, -1);
  return [(state) => startPlan(state, { to, terms, at }, now), done(started(to, at, now, paidThrough))];
});

export const end = (hoursAgo: number): CommandFactory =>
  deed((now) => {
    const at = plusMs(now, -hoursAgo * 3_600_000);
    return [(state) => endPlan(state, now, at), done((customer) => model.endPlan(customer, at))];
  });

const isSame = (a: Terms, b: Terms): boolean =>
  a.plan === b.plan && a.interval === b.interval && a.licenses === b.licenses;

/** What was chosen waits for its renewal to be paid: it is too late to choose. */
const isWaiting = ({ pending }: Customer, now: string): boolean => pending !== undefined && pending.at <= now;

const scheduled = (customer: Customer, to: Terms, now: string): string => {
  const isTeam = to.plan === 'Team';
  if (isTeam ? (to.licenses ?? 0) < 5 : to.licenses !== undefined && to.plan !== 'Regulated')
    return 'validation_failed';
  if (to.plan === 'Regulated' && customer.plan !== 'Regulated') return 'validation_failed';
  if (customer.plan === 'Free' || isWaiting(customer, now) || customer.endsAt !== undefined)
    return 'conflict';
  if (isSame(customer, to)) delete customer.pending;
  else customer.pending = { ...to, at: model.renewsAt(customer, now) };
  return 'done';
};

export const schedule = (to: Terms): CommandFactory =>
  deed((now, id) => [
    (state) => schedulePlanChange(state, { to, cause: id }, now),
    (customer) => scheduled(customer, to, now),
  ]);

export const undo = deed((now, id) => [
  (state) => undoPlanChange(state, id, now),
  (customer) => {
    if (!customer.pending || isWaiting(customer, now)) return 'conflict';
    delete customer.pending;
    return 'done';
  },
]);

export const autoRenew = (enabled: boolean): CommandFactory =>
  deed((now, id) => [
    (state) => setAutoRenew(state, { enabled, cause: id }, now),
    (customer) => {
      if (customer.plan === 'Free') return 'conflict';
      if (enabled) delete customer.endsAt;
      else if (customer.endsAt === undefined) {
        customer.endsAt = model.renewsAt(customer, now);
        if (!isWaiting(customer, now)) delete customer.pending;
      }
      return 'done';
    },
  ]);

export const seatsUp = (more: number): CommandFactory =>
  deed((now, id, before) => {
    const licenses = (before.licenses ?? 5) + more;
    const act = (customer: Customer): string => {
      const bought = customer.licenses ?? 5;
      if (customer.plan !== 'Team') return 'conflict';
      if (licenses <= bought) return 'done';
      const purse = customer.pools.core;
      const highest = purse.licenses ?? bought;
      const [from, to, at] = [model.startOf(purse), model.endOf(purse), now].map((one) => Date.parse(one));
      const all = BigInt((to ?? 0) - (from ?? 0));
      const left = BigInt(Math.max(0, Math.min((to ?? 0) - (at ?? 0), Number(all))));
      const worth = BigInt(100 * Math.max(0, licenses - highest)) * left;
      model.grant(purse, Number(worth / all) + (worth % all > 0n ? 1 : 0));
      purse.licenses = Math.max(highest, licenses);
      customer.licenses = licenses;
      const { pending } = customer;
      if (pending?.plan === 'Team' && !isWaiting(customer, now)) {
        if (pending.interval === customer.interval) delete customer.pending;
        else pending.licenses = licenses;
      }
      return 'done';
    };
    return [(state) => addLicenses(state, { licenses, invoiceId: id }, now), act];
  });

export const seatsDown = (licenses: number): CommandFactory =>
  deed((now, id) => [
    (state) => scheduleLicenseReduction(state, { licenses, cause: id }, now),
    (customer) => {
      if (customer.plan !== 'Team' || licenses > (customer.licenses ?? 5)) return 'conflict';
      return scheduled(customer, { plan: 'Team', interval: customer.interval, licenses }, now);
    },
  ]);

export const addonOn = (size: 'starter' | 'team', isPaid: boolean): CommandFactory =>
  deed((now) => {
    const paidThrough = isPaid ? plusMonths(now, 1) : undefined;
    return [
      (state) => sast.startSastAddon(state, { size, at: now, paidUntilAt: paidThrough }, now),
      (customer) => {
        const known = customer.addon?.paidThrough;
        if (known !== undefined && paidThrough !== undefined && known >= paidThrough) return 'done';
        const fits = customer.plan !== 'Free' && (customer.plan === 'Starter') === (size === 'starter');
        if (customer.addon || !fits) return 'conflict';
        customer.addon = { size, ...(paidThrough !== undefined && { paidThrough }) };
        model.startOver(customer, 'sast', now);
        return 'done';
      },
    ];
  });

export const addonCancel = deed((now, id) => [
  (state) => sast.cancelSastAddon(state, id, now),
  (customer) => {
    const { addon } = customer;
    if (!addon || addon.endsAt !== undefined) return 'conflict';
    addon.endsAt = model.addonEndsAt(customer, now);
    return 'done';
  },
]);

export const addonResume = deed((_now, id) => [
  (state) => sast.resumeSastAddon(state, id),
  ({ addon }) => {
    if (addon?.endsAt === undefined) return 'conflict';
    delete addon.endsAt;
    return 'done';
  },
]);

export const addonEnd = deed((now) => [
  (state) => sast.endSastAddon(state, now, now),
  done((customer) => model.endAddon(customer, now)),
]);

/** The till tells of the add-on's next period, maybe a second time. */
export const addonPaid = (isRepeat: boolean): CommandFactory =>
  deed((now, _id, { addon, pools: purses }) => {
    const next = addon?.paidThrough ?? model.endOf(purses.sast);
    const [at, until] = isRepeat ? [plusMonths(next, -1), next] : [next, plusMonths(next, 1)];
    return [
      (state) => sast.renewSastAddon(state, { at, paidUntilAt: until }, now),
      done((customer) => {
        const paying = customer.addon;
        if (!paying || (paying.paidThrough !== undefined && paying.paidThrough >= until)) return;
        paying.paidThrough = until;
        if (paying.endsAt !== undefined && paying.endsAt < until) paying.endsAt = until;
        model.renewAt(customer, 'sast', at);
      }),
    ];
  });

const invoiceNames = ['in_1', 'in_2', 'in_3'];
export const payFails = (which: number, hoursAgo: number): CommandFactory =>
  deed((now) => {
    const [invoice, at] = [invoiceNames[which % 3] ?? '', plusMs(now, -hoursAgo * 3_600_000)];
    return [
      (state) => recordFailedPayment(state, invoice, at),
      done(({ plan, unpaid }) => {
        if (plan !== 'Free' && at > (unpaid[invoice] ?? '')) unpaid[invoice] = at;
      }),
    ];
  });
export const paySettled = (which: number): CommandFactory =>
  deed(() => {
    const invoice = invoiceNames[which % 3] ?? '';
    return [(state) => recordResolvedPayment(state, invoice), done(({ unpaid }) => delete unpaid[invoice])];
  });

/** The till tells of a renewal: the next one, the last one again, or the one after the next. */
export const paid = (which: 'next' | 'again' | 'skipping'): CommandFactory =>
  deed((now, _id, before) => {
    const every = yearOf[before.interval];
    const from = before.paidThrough ?? model.endOf(before.pools.core);
    const { anchor } = before.pools.core;
    const grid = (instant: string, more: number): string => alongGrid(anchor, instant, more);
    const shift = { next: 0, again: -every, skipping: every }[which];
    const period = { startAt: grid(from, shift), endAt: grid(from, shift + every) };
    const act = (customer: Customer): void => {
      if (!customer.byInvoice) return;
      if (customer.paidThrough !== undefined && customer.paidThrough >= period.endAt) return;
      customer.paidThrough = period.endAt;
      if (customer.endsAt !== undefined && customer.endsAt < period.endAt) customer.endsAt = period.endAt;
      if (customer.pending && customer.pending.at <= period.startAt)
        model.applyPending(customer, period.startAt);
      else model.renewAt(customer, 'core', period.startAt);
    };
    return [(state) => renewPaidSubscription(state, { period }, now), done(act)];
  });

export const keep = (days: number): CommandFactory =>
  deed((_now, id) => [
    (state) => setRetention(state, { days, plan: state.account.plan, cause: id }),
    (customer) => {
      if (days > { Free: 30, Starter: 90, Team: 365, Regulated: Infinity }[customer.plan])
        return 'retention_over_plan';
      customer.retention = days;
      return 'done';
    },
  ]);

/** @param session of the payment; the same one again is granted no more. */
export const pack =
  (name: PackName, session: string | undefined): CommandFactory =>
  (_customer, now, id) => {
    const cause = `pack#${session ?? id}`;
    const { pool, credits } = creditPacks[name];
    return {
      changes: ({ core }) => grantPack(core.accountId, { pack: name, payment: { cause } }, now),
      predict: (customer) => {
        const granted = `${pool}/${cause}`;
        if (customer.payments.includes(granted)) return 'done before';
        customer.payments.push(granted);
        model.buy(customer.pools[pool], credits);
        return 'done';
      },
    };
  };

export const adjust = (pool: PoolName, amount: number): CommandFactory =>
  deed((now, adjustmentId) => [
    (state) => adjustPool(state, { adjustmentId, pool, amount, motif: 'support' }, now),
    done(({ pools: purses }) =>
      amount > 0 ? model.buy(purses[pool], amount) : model.takeAway(purses[pool], -amount),
    ),
  ]);
