import type { PaymentStep } from '@scangate/console/messages/billing/payment-required.ts';
import type { PageAddress } from '@scangate/console/parts/actions/page-href.ts';

/** The page where each step that ends a refusal is taken. */
export const paymentPages: Readonly<Record<PaymentStep, PageAddress>> = {
  buy_pack: { to: 'billing', search: { tab: 'packs' } },
  auto_recharge: { to: 'billing', search: { tab: 'auto_recharge' } },
  change_plan: { to: 'billing', search: { tab: 'plan' } },
  buy_licenses: { to: 'billing', search: { tab: 'plan' } },
  buy_addon: { to: 'billing', search: { tab: 'plan' } },
  pay: { to: 'billing', search: { tab: 'plan' } },
};
