import type { BodyOfResponse } from '@scangate/client';
import type { BillingStatus } from '@scangate/console/routes/billing/billing-status.ts';

const at = '2026-03-02T12:00:00.000Z';
const later = '2026-04-02T12:00:00.000Z';

const pool = (available: number, purchased: number) => ({
  available,
  included: 500,
  purchased,
  consumed: 0,
  promotional: 0,
  promotionExpiresAt: null,
  refillsAt: later,
});

const recharge = {
  enabled: false,
  packs: 0,
  monthlyCap: 3,
  failures: 0,
  failingSince: null,
  nextAttemptAt: null,
};

/** The status of a Team organization, with the credits that it bought. */
export const billingStatus = ({
  bought = 0,
  ...changes
}: Partial<BillingStatus> & { bought?: number } = {}): BillingStatus => ({
  plan: 'Team',
  period: { interval: 'month', startsAt: at, endsAt: later },
  licenses: { limit: 5, used: 1, month: '2026-03' },
  pools: { core: pool(500 + bought, bought), sast: pool(0, 0) },
  sastAddon: null,
  pending: [],
  ordered: [],
  renewals: [{ of: 'plan', at: later, overdue: false }],
  autoRenew: true,
  hold: null,
  lastPaymentFailedAt: null,
  autoRecharge: { core: recharge, sast: recharge },
  nextMails: [],
  retention: { days: 365, maxDays: 365 },
  capabilities: ['api', 'pay_as_you_go'],
  tabs: ['plan', 'usage', 'history', 'auto_recharge', 'retention'],
  ...changes,
});

/** The preview of a pack of 100 core credits. */
export const preview = (): BodyOfResponse<'preview-change', 200> => ({
  dueNow: 1500,
  currency: 'eur',
  lines: [{ description: '100 core credits', amount: 1500 }],
  nextInvoice: null,
  effects: [{ what: 'core_balance', from: 500, to: 600, at }],
});

/** The prices that are sold. */
export const prices = (): BodyOfResponse<'get-prices', 200> => ({
  currency: 'eur',
  plans: [
    { plan: 'Starter', interval: 'month', amount: 4900, perLicense: false },
    { plan: 'Starter', interval: 'year', amount: 49_000, perLicense: false },
    { plan: 'Team', interval: 'month', amount: 2900, perLicense: true },
    { plan: 'Team', interval: 'year', amount: 29_000, perLicense: true },
  ],
  packs: [
    { pack: 'core-100', pool: 'core', credits: 100, amount: 1500 },
    { pack: 'core-500', pool: 'core', credits: 500, amount: 6500 },
    { pack: 'sast-25', pool: 'sast', credits: 25, amount: 2500 },
  ],
  sastAddon: [
    { size: 'starter', interval: 'month', amount: 4900, perLicense: false },
    { size: 'team', interval: 'month', amount: 900, perLicense: true },
  ],
});
