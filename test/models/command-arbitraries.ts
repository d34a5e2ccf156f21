import * as fc from 'fast-check';
import { packNames } from '@scangate/domain/credits/credit-packs';
import { hourMs } from '@scangate/domain/instant';
import * as commands from './account-commands.ts';
import * as addonCommands from './addon-commands.ts';
import * as creditCommands from './credit-commands.ts';
import type { CommandFactory } from './account-commands.ts';
import { charge, refund } from './in-memory-account.ts';
import type { Terms } from './account-model.ts';

/** Random commands for an account, with labels that make a counterexample readable. */

export interface NamedCommand {
  label: string;
  prepare: CommandFactory;
}

const named = <T extends unknown[]>(
  label: string,
  prepare: (...args: T) => CommandFactory,
  args: fc.Arbitrary<T>,
) =>
  args.map((some): NamedCommand => ({
    label: `${label}(${some.map((one) => JSON.stringify(one)).join(' ')})`,
    prepare: prepare(...some),
  }));
const plain = (label: string, prepare: CommandFactory) => fc.constant({ label, prepare });

const interval = fc.constantFrom('month' as const, 'year' as const);
const size = fc.constantFrom('starter' as const, 'team' as const);
const licenses = fc.integer({ min: 4, max: 12 });
const hoursAgo = fc.constantFrom(0, 0, 0, 1, 30);
const agreed = fc.constantFrom({ core: 0 }, { core: 50 }, { core: 400, sast: 30 });
const terms: fc.Arbitrary<Terms> = fc.oneof(
  interval.map((every) => ({ plan: 'Starter' as const, interval: every })),
  fc.record({ plan: fc.constant('Team' as const), interval, licenses }),
);
const soldTerms = terms.filter((to) => to.plan !== 'Team' || (to.licenses ?? 0) >= 5);
const regulated = fc.record(
  { plan: fc.constant('Regulated' as const), interval, licenses: fc.constantFrom(2, 6) },
  { requiredKeys: ['plan', 'interval'] },
);

export const accountCommands: fc.Arbitrary<NamedCommand> = fc.oneof(
  { weight: 6, arbitrary: plain('renew', commands.renew) },
  {
    weight: 3,
    arbitrary: named(
      'startPlan',
      commands.startPlanCommand,
      fc.tuple(soldTerms, fc.record({ byInvoice: fc.boolean(), hoursAgo })),
    ),
  },
  {
    weight: 1,
    arbitrary: named(
      'setAgreedPlan',
      commands.startPlanCommand,
      fc.tuple(regulated, fc.record({ byInvoice: fc.constant(false), hoursAgo, agreed })),
    ),
  },
  { weight: 1, arbitrary: plain('repeatFirstPayment', commands.repeatFirstPayment) },
  { weight: 1, arbitrary: named('endPlan', commands.endPlanCommand, fc.tuple(hoursAgo)) },
  { weight: 4, arbitrary: named('schedule', commands.schedule, fc.tuple(terms)) },
  { weight: 1, arbitrary: plain('undo', commands.undo) },
  { weight: 3, arbitrary: named('autoRenew', commands.autoRenew, fc.tuple(fc.boolean())) },
  {
    weight: 4,
    arbitrary: named('addLicenses', commands.addLicensesCommand, fc.tuple(fc.integer({ min: 0, max: 4 }))),
  },
  { weight: 2, arbitrary: named('reduceLicenses', commands.reduceLicenses, fc.tuple(licenses)) },
  { weight: 4, arbitrary: named('startAddon', addonCommands.startAddon, fc.tuple(size, fc.boolean())) },
  { weight: 2, arbitrary: plain('cancelAddon', addonCommands.cancelAddon) },
  { weight: 1, arbitrary: plain('resumeAddon', addonCommands.resumeAddon) },
  { weight: 1, arbitrary: plain('endAddon', addonCommands.endAddonCommand) },
  { weight: 3, arbitrary: named('renewAddon', addonCommands.renewAddon, fc.tuple(fc.boolean())) },
  { weight: 2, arbitrary: named('failPayment', commands.failPayment, fc.tuple(fc.nat(2), hoursAgo)) },
  { weight: 4, arbitrary: named('resolvePayment', commands.resolvePayment, fc.tuple(fc.nat(2))) },
  {
    weight: 6,
    arbitrary: named(
      'payRenewal',
      commands.payRenewal,
      fc.tuple(fc.constantFrom('next', 'next', 'again', 'skipping')),
    ),
  },
  {
    weight: 1,
    arbitrary: named(
      'setRetention',
      commands.setRetentionCommand,
      fc.tuple(fc.constantFrom(7, 90, 365, 900)),
    ),
  },
  {
    weight: 3,
    arbitrary: named(
      'pack',
      creditCommands.buyPack,
      fc.tuple(fc.constantFrom(...packNames), fc.constantFrom(undefined, 's')),
    ),
  },
  {
    weight: 3,
    arbitrary: named(
      'adjust',
      creditCommands.adjust,
      fc.tuple(
        fc.constantFrom('core' as const, 'sast' as const),
        fc.integer({ min: -120, max: 60 }).filter((amount) => amount !== 0),
      ),
    ),
  },
  {
    weight: 4,
    arbitrary: named(
      'promote',
      creditCommands.promote,
      fc.tuple(
        fc.constantFrom('core' as const, 'core' as const, 'sast' as const),
        fc.integer({ min: 1, max: 90 }),
        fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 61, max: 1_500 })),
      ),
    ),
  },
);

const price = fc.constantFrom({ core: 1 }, { core: 1, sast: 1 }, { sast: 1 });
const units = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 42 }));

/** Account commands together with charges and refunds without a scan. */
export const ruleCommands: fc.Arbitrary<NamedCommand> = fc.oneof(
  { weight: 40, arbitrary: accountCommands },
  { weight: 20, arbitrary: named('charge', charge, fc.tuple(units, price)) },
  { weight: 10, arbitrary: named('refund', refund, fc.tuple(fc.nat(9))) },
);

/** The time before a command, which is never 0. */
export const pauses: fc.Arbitrary<number> = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 1_800_000 }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 72 }).map((hours) => hours * hourMs) },
  { weight: 2, arbitrary: fc.integer({ min: 3, max: 45 }).map((days) => days * 24 * hourMs + 1) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 14 }).map((months) => months * 730 * hourMs) },
);

/** Anchors for which month arithmetic is difficult. */
export const difficultDates = fc.constantFrom(
  '2026-03-10T12:00:00.000Z',
  '2026-01-31T23:59:59.999Z',
  '2027-01-29T00:00:00.000Z',
  '2027-08-30T06:30:00.000Z',
  '2028-02-29T12:00:00.000Z',
  '2027-12-31T23:00:00.001Z',
);

export const organizations = fc.constantFrom(
  { plan: 'Free' as const },
  { plan: 'Free' as const, credits: { core: 20 } },
  { plan: 'Starter' as const, sastAddon: 'starter' as const },
  { plan: 'Team' as const, credits: { core: 60, sast: 20 }, sastAddon: 'team' as const },
  { plan: 'Team' as const, licenses: 7, period: 'year' as const },
  { plan: 'Regulated' as const, credits: { core: 300, sast: 20 }, sastAddon: 'team' as const },
  { plan: 'Regulated' as const, credits: { core: 0 }, licenses: 2 },
);
