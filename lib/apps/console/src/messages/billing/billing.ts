import { defineMessages } from '../define-messages.ts';

export const billingMessages = defineMessages({
  views: 'Billing',
  plan: 'Plan',
  usage: 'Usage',
  history: 'History',
  invoices: 'Invoices',
  auto_recharge: 'Auto-recharge',
  packs: 'Packs',
});
