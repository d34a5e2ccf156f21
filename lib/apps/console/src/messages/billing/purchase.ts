import { defineMessages } from '../define-messages.ts';
import { day, number } from '../format.ts';
import { credits } from '../money.ts';
import { addonName, intervalName } from './plan.ts';

export const purchaseMessages = defineMessages({
  dueNow: 'Due now',
  nothingDue: 'Nothing is charged now',
  item: 'Item',
  amount: 'Amount',
  nextInvoice: (at: string) => `Next invoice, ${day(at)}`,
  nextPlanInvoice: (at: string) => `Next invoice of the plan, ${day(at)}`,
  addonInvoices: 'The add-on has its own periods and invoices. Those of the plan do not change.',
  laterInvoices: 'Later invoices',
  noNextInvoice: 'None is known.',
  changes: 'What changes',
  what: 'What',
  change: 'Change',
  fromTo: (from: string, to: string) => `${from} → ${to}`,
  when: 'When',
  now: 'Now',
  oncePaid: 'Once paid',
  noEffects: 'Nothing else changes.',
  cancel: 'Back',
  close: 'Close',
  toCheckout: (amount: string) => `Continue to pay ${amount}`,
  pay: (amount: string) => `Pay ${amount}`,
  checkoutNote: 'Stripe’s payment page opens. Nothing is charged before you confirm there.',
  chargeNote: 'Your saved payment method is charged immediately.',
  unknownTitle: 'No response was received',
  unknown: 'The request may have been processed. Sending it again charges you at most once.',
  sendingTitle: 'The purchase is being processed',
  sending: 'It was sent, and there is no response yet.',
  otherTitle: 'Another purchase is still unanswered',
  other: 'Go back, and resend or discard that one first.',
  sendAgain: 'Send again',
  discard: 'Discard',
  unpaidTitle: 'Not paid yet',
  unpaid: 'The payment page is still open. Nothing changed and nothing was charged.',
  continuePaying: 'Continue to payment',
  returnedTitle: 'Waiting for Stripe',
  returned:
    'Your purchase appears on this page once Stripe confirms it, usually within a minute. Reload to check.',
  confirmingTitle: 'Payment is being confirmed',
  confirming:
    'You have paid. The change appears here as soon as Stripe confirms it, usually within a minute.',
  overdueTitle: 'Payment is not confirmed yet',
  overdue:
    'Stripe has not confirmed it for some minutes. Nothing is lost: the change takes effect once it does. Reload to check again.',
  confirmedTitle: 'Done',
  confirmed: 'The payment is confirmed, and the change is in effect.',
});

type Change = string;

const titles: Record<Change, string> = defineMessages({
  checkout: 'Buy a plan',
  plan: 'Change the plan',
  undo_plan: 'Undo the pending change',
  licenses: 'Change licenses',
  auto_renew: 'Change auto-renew',
  sast_addon: 'Buy the SAST add-on',
  cancel_sast_addon: 'Cancel the SAST add-on',
  resume_sast_addon: 'Keep the SAST add-on',
  pack: 'Buy credits',
});

/** The title of a review. */
export const changeTitle = (change: Change): string => titles[change] ?? change;

const confirmations: Record<Change, string> = defineMessages({
  plan: 'Change plan at renewal',
  undo_plan: 'Undo',
  licenses: 'Change licenses',
  auto_renew: 'Confirm',
  sast_addon: 'Buy the add-on',
  cancel_sast_addon: 'Cancel the add-on',
  resume_sast_addon: 'Keep the add-on',
});

/** The button that confirms a change without a charge. */
export const confirmation = (change: Change): string =>
  confirmations[change] ?? confirmations['auto_renew'] ?? change;

const effectNames: Record<string, string> = defineMessages({
  plan: 'Plan',
  interval: 'Billing period',
  licenses: 'Licenses bought',
  auto_renew: 'Auto-renew',
  sast_addon: 'SAST add-on',
  core_credits: 'Core credits each period',
  sast_credits: 'SAST credits each period',
  retention_days: 'Details are kept for',
  core_balance: 'Core balance',
  sast_balance: 'SAST balance',
});

/** The name of what an effect changes, also of one that this page does not know yet. */
export const effectName = (what: string): string => effectNames[what] ?? what;

const values = defineMessages({
  none: 'None',
  on: 'On',
  off: 'Off',
  days: (days: number) => `${number(days)} days`,
});

type Value = string | number | boolean | null;

/** A value of an effect in words. */
export const effectValue = (what: string, value: Value): string => {
  if (value === null) return values.none;
  if (typeof value === 'boolean') return value ? values.on : values.off;
  if (what === 'interval') return intervalName(String(value));
  if (what === 'sast_addon') return addonName(String(value));
  if (typeof value !== 'number') return value;
  if (what === 'retention_days') return values.days(value);
  return what === 'licenses' ? number(value) : credits(value);
};
