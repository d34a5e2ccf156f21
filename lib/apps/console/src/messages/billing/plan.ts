import type { Plan } from '@scangate/console/session/session.ts';
import { defineMessages } from '../define-messages.ts';
import { day, number, plural } from '../format.ts';

export const planMessages = defineMessages({
  current: 'Your plan',
  plan: 'Plan',
  paid: 'Paid',
  period: 'Current period',
  periodText: (startsAt: string, endsAt: string) => `${day(startsAt)} to ${day(endsAt)}`,
  renewal: 'Renewal',
  renews: (at: string) => `Renews on ${day(at)}`,
  ends: (at: string) => `Ends on ${day(at)}, then Free`,
  overdue: (at: string) => `Was due on ${day(at)} and is not paid`,
  noRenewal: 'No paid subscription',
  licenses: 'Licenses',
  licensesUsed: (used: number, limit: number | null) =>
    limit === null
      ? `${number(used)} used this month, no limit`
      : `${number(used)} of ${number(limit)} used this month`,
  licenseHolders: 'Who holds them',
  monthly: 'Monthly',
  yearly: 'Yearly',
  perLicense: (amount: string, interval: string) => `${amount} per license a ${interval}`,
  flat: (amount: string, interval: string) => `${amount} a ${interval}`,
  month: 'month',
  year: 'year',
  free: 'No charge',
  noPrice: 'By agreement',
  price: 'Price',
  brings: 'Includes',
  change: 'Change',
  teamLicenses: 'Licenses of Team',
  plans: 'Plans',
  billedBy: 'Billing period',
  choose: (plan: string) => `Review ${plan}`,
  isCurrent: 'Your plan',
  licenseCount: 'Licenses',
  licenseHelp: (minimum: number) =>
    `At least ${number(minimum)}. Each person who works with Scangate in a month needs one.`,
  licenseInvalid: (minimum: number) => `Enter a whole number of ${number(minimum)} or more.`,
  changeLicenses: 'Review licenses',
  licensesNow:
    'Additional licenses are charged now for the rest of the period. A reduction takes effect at the next renewal.',
  addon: 'SAST add-on',
  addonNone: 'Not active. Required for code scanning.',
  addonNeedsPlan: 'Requires Starter or Team.',
  addonActive: (size: string, endsAt: string) => `${addonSizes[size] ?? size}, renews on ${day(endsAt)}`,
  addonEnds: (size: string, at: string) => `${addonSizes[size] ?? size}, ends on ${day(at)}`,
  addonPrice: (price: string, credits: string) => `${price}. ${credits}`,
  addonCredits: (size: string) => (size === 'team' ? '50 SAST credits for each license' : '50 SAST credits'),
  addonBuy: 'Review the add-on',
  addonCancel: 'Cancel the add-on',
  addonResume: 'Keep the add-on',
  autoRenewOn: 'Turn auto-renew on',
  autoRenewOff: 'Turn auto-renew off',
  pending: 'Pending changes',
  undo: 'Review undo',
  payment: 'Payment method',
  paymentHelp: 'Only Stripe stores your card. Its page opens in this tab.',
  paymentOpen: 'Open payment method',
  coupon: 'Discount code',
  couponCode: 'Code',
  couponApply: 'Redeem',
  couponSubscription: 'Redeemed. The discount applies to your subscription.',
  couponCheckout: 'Redeemed. The discount applies to the next checkout of a plan.',
  askBuyer: 'Owners and billing owners change the plan. Ask one of them.',
  regulated: 'Your plan is set by contract. Ask your contact at Scangate to change it.',
  waitingTitle: 'Waiting for payment',
  ordered: (order: string, to: string) => `${orders[order] ?? order}: ${to}, ordered {at}`,
});

const addonSizes: Record<string, string> = defineMessages({ starter: 'SAST Starter', team: 'SAST Team' });
export const addonName = (size: string): string => addonSizes[size] ?? size;

const orders: Record<string, string> = defineMessages({
  plan: 'Plan',
  licenses: 'Licenses',
  sast_addon: 'SAST add-on',
});

const intervals: Record<string, string> = defineMessages({ month: 'Monthly', year: 'Yearly' });
export const intervalName = (interval: string): string => intervals[interval] ?? interval;

/** Lists what a plan brings, as its own page would say. The figures are those of the terms, not of an account. */
export const planOffers = defineMessages({
  Free: ['100 core credits a month', '3 licenses a month', '1 repository', 'Details kept for 30 days'].join(
    ' · ',
  ),
  Starter: [
    '800 core credits a month',
    '10 licenses a month',
    '8 repositories',
    'Details kept for 90 days',
    'Credit packs, standard policy, proofs',
  ].join(' · '),
  Team: [
    '100 core credits a month for each license',
    'Unlimited repositories',
    'Details kept for 365 days',
    'API, webhooks, issue trackers, single sign-on, audit log, bundles, auditor packs',
  ].join(' · '),
  Regulated: [
    'Credits and licenses by agreement',
    'Unlimited repositories and retention',
    'SAML, SCIM and enforced sign-on',
  ].join(' · '),
} satisfies Record<Plan, string>);

const pendingKinds: Record<string, (to: string) => string> = defineMessages({
  plan: (to: string) => `Plan becomes ${to}`,
  interval: (to: string) => `Billed ${intervalName(to).toLowerCase()}`,
  licenses: (to: string) => (Number.isNaN(Number(to)) ? to : plural(Number(to), 'license', 'licenses')),
  plan_end: () => 'The plan ends and becomes Free',
  sast_addon_end: () => 'The SAST add-on ends',
});

/** A pending change as a sentence without its date. */
export const pendingText = (change: string, to: string | number | undefined): string =>
  pendingKinds[change]?.(String(to ?? '')) ?? change;
