import * as fc from 'fast-check';
import { packNames } from '@scangate/domain/credits/credit-packs';
import * as deed from './account-commands.ts';
import type { CommandFactory } from './account-commands.ts';
import { charge, refund } from './in-memory-account.ts';
import type { Terms } from './account-model.ts';

/** What may befall an account, drawn at random and named so that a counterexample can be read. */

export interface NamedCommand {
  label: string;
  prepare: CommandFactory;
}

const named = <T extends unknown[]>(
  label: string,
  make: (...args: T) => CommandFactory,
  args: fc.Arbitrary<T>,
) =>
  args.map((some): NamedCommand => ({
    label: `${label}(${some.map((one) => JSON.stringify(one)).join(' ')})`,
    prepare: make(...some),
  }));
const plain = (label: string, make: CommandFactory) => fc.constant({ label, prepare: make });

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
  { weight: 6, arbitrary: plain('renew', deed.renew) },
  { weight: 3, arbitrary: named('begin', deed.begin, fc.tuple(soldTerms, fc.boolean(), hoursAgo)) },
  {
    weight: 1,
    arbitrary: named('agree', deed.begin, fc.tuple(regulated, fc.constant(false), hoursAgo, agreed)),
  },
  { weight: 1, arbitrary: plain('beginAgain', deed.beginAgain) },
  { weight: 1, arbitrary: named('end', deed.end, fc.tuple(hoursAgo)) },
  { weight: 4, arbitrary: named('schedule', deed.schedule, fc.tuple(terms)) },
  { weight: 1, arbitrary: plain('undo', deed.undo) },
  { weight: 3, arbitrary: named('autoRenew', deed.autoRenew, fc.tuple(fc.boolean())) },
  { weight: 4, arbitrary: named('seatsUp', deed.seatsUp, fc.tuple(fc.integer({ min: 0, max: 4 }))) },
  { weight: 2, arbitrary: named('seatsDown', deed.seatsDown, fc.tuple(licenses)) },
  { weight: 4, arbitrary: named('addonOn', deed.addonOn, fc.tuple(size, fc.boolean())) },
  { weight: 2, arbitrary: plain('addonCancel', deed.addonCancel) },
  { weight: 1, arbitrary: plain('addonResume', deed.addonResume) },
  { weight: 1, arbitrary: plain('addonEnd', deed.addonEnd) },
  { weight: 3, arbitrary: named('addonPaid', deed.addonPaid, fc.tuple(fc.boolean())) },
  { weight: 2, arbitrary: named('payFails', deed.payFails, fc.tuple(fc.nat(2), hoursAgo)) },
  { weight: 4, arbitrary: named('paySettled', deed.paySettled, fc.tuple(fc.nat(2))) },
  {
    weight: 6,
    arbitrary: named('paid', deed.paid, fc.tuple(fc.constantFrom('next', 'next', 'again', 'skipping'))),
  },
  { weight: 1, arbitrary: named('keep', deed.keep, fc.tuple(fc.constantFrom(7, 90, 365, 900))) },
  {
    weight: 3,
    arbitrary: named(
      'pack',
      deed.pack,
      fc.tuple(fc.constantFrom(...packNames), fc.constantFrom(undefined, 's')),
    ),
  },
  {
    weight: 3,
    arbitrary: named(
      'adjust',
      deed.adjust,
      fc.tuple(
        fc.constantFrom('core' as const, 'sast' as const),
        fc.integer({ min: -120, max: 60 }).filter((amount) => amount !== 0),
      ),
    ),
  },
);

const price = fc.constantFrom({ core: 1 }, { core: 1, sast: 1 }, { sast: 1 });
const units = fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 42 }));

/** Beside those, charges and refunds without a scan around them. */
export const ruleCommands: fc.Arbitrary<NamedCommand> = fc.oneof(
  { weight: 40, arbitrary: accountCommands },
  { weight: 20, arbitrary: named('charge', charge, fc.tuple(units, price)) },
  { weight: 10, arbitrary: named('refund', refund, fc.tuple(fc.nat(9))) },
);

const hour = 3_600_000;
/** How long nothing happens before something does; never 0. */
export const pauses: fc.Arbitrary<number> = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 1_800_000 }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 72 }).map((hours) => hours * hour) },
  { weight: 2, arbitrary: fc.integer({ min: 3, max: 45 }).map((days) => days * 24 * hour + 1) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 14 }).map((months) => months * 730 * hour) },
);

/** Days from which months are hard to count. */
export const hardDays = fc.constantFrom(
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
