import {
  cancelSastAddon,
  endSastAddon,
  renewSastAddon,
  resumeSastAddon,
  startSastAddon,
} from '@scangate/domain/plans/sast-addon';
import { accepted, ruleCommand, type CommandFactory } from './account-commands.ts';
import * as model from './account-model.ts';
import { plusMonths } from './model-calendar.ts';
import { endOf } from './model-pool.ts';

export const startAddon = (size: 'starter' | 'team', isPaid: boolean): CommandFactory =>
  ruleCommand((now) => {
    const paidThrough = isPaid ? plusMonths(now, 1) : undefined;
    return [
      (state) => startSastAddon(state, { size, at: now, paidUntilAt: paidThrough }, now),
      (customer) => {
        const applied = customer.addon?.paidThrough;
        if (applied !== undefined && paidThrough !== undefined && applied >= paidThrough) return 'done';
        const fits = customer.plan !== 'Free' && (customer.plan === 'Starter') === (size === 'starter');
        if (customer.addon || !fits) return 'conflict';
        customer.addon = { size, ...(paidThrough !== undefined && { paidThrough }) };
        model.restartPeriods(customer, 'sast', now);
        return 'done';
      },
    ];
  });

export const cancelAddon = ruleCommand((now, id) => [
  (state) => cancelSastAddon(state, id, now),
  (customer) => {
    const { addon } = customer;
    if (!addon || addon.endsAt !== undefined) return 'conflict';
    addon.endsAt = model.addonEndsAt(customer, now);
    return 'done';
  },
]);

export const resumeAddon = ruleCommand((_now, id) => [
  (state) => resumeSastAddon(state, id),
  ({ addon }) => {
    if (addon?.endsAt === undefined) return 'conflict';
    delete addon.endsAt;
    return 'done';
  },
]);

export const endAddonCommand = ruleCommand((now) => [
  (state) => endSastAddon(state, now, now),
  accepted((customer) => model.endAddon(customer, now)),
]);

/** A payment of the add-on's next period, or of its last one again. */
export const renewAddon = (isRepeat: boolean): CommandFactory =>
  ruleCommand((now, _id, { addon, pools }) => {
    const next = addon?.paidThrough ?? endOf(pools.sast);
    const [at, until] = isRepeat ? [plusMonths(next, -1), next] : [next, plusMonths(next, 1)];
    return [
      (state) => renewSastAddon(state, { at, paidUntilAt: until }, now),
      accepted((customer) => {
        const paidAddon = customer.addon;
        if (!paidAddon || (paidAddon.paidThrough !== undefined && paidAddon.paidThrough >= until)) return;
        paidAddon.paidThrough = until;
        if (paidAddon.endsAt !== undefined && paidAddon.endsAt < until) paidAddon.endsAt = until;
        model.renewAt(customer, 'sast', at);
      }),
    ];
  });
