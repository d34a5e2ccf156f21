import type { SeededBug } from './seeded-bugs.ts';

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
];
