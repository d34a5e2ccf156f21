import type { BodyOfResponse } from '@scangate/client';

type Answer = BodyOfResponse<'get-billing-status', 200>;

/** The status of an account that pays for itself. */
export type BillingStatus = Extract<Answer, { pools: unknown }>;

export const isOwnAccount = (answer: Answer): answer is BillingStatus => 'pools' in answer;

export const billingTabs = ['plan', 'usage', 'history', 'auto_recharge', 'packs'] as const;
export type BillingTab = (typeof billingTabs)[number];

/**
 * The tabs of the page, from those that the service lists for role and plan. Packs are bought where plans are, if the plan
 * has them. Retention is with the settings of the organization.
 */
export const tabsOf = (answer: Answer): BillingTab[] => {
  const listed: readonly string[] = answer.tabs;
  const hasPacks =
    isOwnAccount(answer) && listed.includes('plan') && answer.capabilities.includes('pay_as_you_go');
  return billingTabs.filter((tab) => (tab === 'packs' ? hasPacks : listed.includes(tab)));
};
