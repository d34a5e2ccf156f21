import { dayOfEverything, type SeededBug } from './seeded-bugs.ts';

/** Bugs of what is paid at Stripe, and of what is due to an account. */
export const paymentBugs: readonly SeededBug[] = [
  {
    name: 'a paid first invoice that starts no plan',
    breaks: 'subscription',
    file: 'lib/domain/payments/apply-provider-subscription.ts',
    find: 'const started = startPaidPlan(state, { to, line }, now);',
    replace: 'const started = noChange(state);',
  },
  {
    name: 'a refill that is due and never made',
    breaks: 'liveness',
    file: 'lib/app/billing/renew-due-accounts.ts',
    find: '      await renewAccount(accountId, store, at);\n',
    replace: '',
  },
  {
    name: 'a recharge more than the limit allows',
    breaks: 'payment',
    file: 'lib/domain/credits/auto-recharge/recharge-attempt.ts',
    find: 'current.packs >= settings.monthlyCap || hasGivenUp',
    replace: 'current.packs > settings.monthlyCap || hasGivenUp',
    world: { days: 1, acts: 120 },
  },
  {
    name: 'a pack of fewer credits than were paid',
    breaks: 'payment',
    file: 'lib/domain/credits/credit-packs.ts',
    find: '  const { pool, credits } = creditPacks[pack];',
    replace: '  const { pool, credits: paid } = creditPacks[pack];\n  const credits = paid - 1;',
  },
  {
    name: 'a plan of one license less than were paid',
    breaks: 'subscription',
    file: 'lib/domain/credits/refill/included-credits.ts',
    find: 'terms.perLicense * boughtLicenses(account)',
    replace: 'terms.perLicense * (boughtLicenses(account) - 1)',
  },
  {
    name: 'an increase of licenses without its credits',
    breaks: 'subscription',
    file: 'lib/domain/licenses/change-license-count.ts',
    find: 'const amount = prorate(',
    replace: 'const amount = 0 * prorate(',
  },
  {
    name: 'an increase of licenses with the credits of all of them',
    breaks: 'subscription',
    file: 'lib/domain/licenses/change-license-count.ts',
    find: 'prorate(Math.max(0, licenses - highest) * terms.perLicense, pool, since ?? now)',
    replace: 'prorate(licenses * terms.perLicense, pool, since ?? now)',
  },
  {
    name: 'an add-on of other credits than were sold',
    breaks: 'subscription',
    file: 'lib/domain/plans/plans.ts',
    find: "size === 'team' ? 50 * licenses : 50;",
    replace: "size === 'team' ? 50 * licenses + 1 : 51;",
    world: dayOfEverything,
  },
  {
    name: 'an add-on that nobody ordered',
    breaks: 'subscription',
    file: 'lib/domain/plans/plan-change.ts',
    find: '    sastAddon: addonUnder(terms, subscribed),',
    replace: "    sastAddon: addonUnder(terms, subscribed) ?? { size: 'starter' },",
  },
];
