import type { ApiProblem, BodyOfResponse } from '@scangate/client';
import { utcMonth } from '../calendar.ts';
import { defineMessages } from '../define-messages.ts';
import { number, plural, relativeTime } from '../format.ts';

type Session = BodyOfResponse<'get-session'>;

/** The person who got a refusal, as far as it determines what they can do about it. */
export interface Payer extends Pick<Session, 'role' | 'plan'> {
  isClient: boolean;
}

/** A step that ends a refusal; each is on its own page of Billing, except for the payment method. */
export type PaymentStep = 'buy_pack' | 'auto_recharge' | 'change_plan' | 'buy_licenses' | 'buy_addon' | 'pay';

/** A refused payment in words: what is missing, what helps, and whom to ask. */
export interface PaymentWords {
  title: string;
  text: string;
  steps: { step: PaymentStep; label: string }[];
  /** The person has to ask somebody else, since they can take none of the steps. */
  ask?: string;
}

type PaymentCode =
  | 'insufficient_credits'
  | 'payment_failed'
  | 'sast_addon_required'
  | 'seat_license_required'
  | 'budget_exhausted'
  | 'entitlement_denied'
  | 'card_declined';

type Refusal = Pick<ApiProblem, 'members' | 'message'>;

const poolName = (refusal: Refusal): string => (refusal.members['pool'] === 'sast' ? 'SAST' : 'core');

const numberAt = ({ members }: Refusal, name: string): number | undefined => {
  const value = members[name];
  return typeof value === 'number' ? value : undefined;
};

/** A sentence with figures from the problem, or the service's own words if one is missing. */
const sentence = (
  refusal: Refusal,
  names: readonly string[],
  write: (...values: number[]) => string,
): string => {
  const values = names.map((name) => numberAt(refusal, name));
  return values.every((value) => value !== undefined) ? write(...values) : refusal.message;
};

const words = defineMessages({
  insufficient_credits: {
    title: 'Not enough credits',
    text: (refusal) =>
      sentence(refusal, ['required', 'balance'], (required = 0, balance = 0) => {
        const need = plural(required, `${poolName(refusal)} credit`, `${poolName(refusal)} credits`);
        return `This needs ${need}, and ${number(balance)} ${balance === 1 ? 'is' : 'are'} left. Nothing was charged.`;
      }),
    request: 'buy credits',
  },
  payment_failed: {
    title: 'A subscription payment failed',
    text: ({ members }) => {
      const { lastPaymentFailedAt } = members;
      const since = typeof lastPaymentFailedAt === 'string' ? ` ${relativeTime(lastPaymentFailedAt)}` : '';
      return `The payment failed${since}. Scans resume as soon as the open invoices are paid.`;
    },
    request: 'update the payment method',
  },
  sast_addon_required: {
    title: 'Code scanning needs the SAST add-on',
    text: () => 'Purchased SAST credits can be used while the add-on is active.',
    request: 'buy the SAST add-on',
  },
  seat_license_required: {
    title: 'No license is left this month',
    text: (refusal) => {
      const { month } = refusal.members;
      const when = typeof month === 'string' ? utcMonth(month) : 'this month';
      return sentence(refusal, ['limit'], (limit = 0) => {
        const all = limit === 1 ? 'The license' : `All ${number(limit)} licenses`;
        const [is, again] = limit === 1 ? ['is', 'It is'] : ['are', 'They are'];
        return `${all} of ${when} ${is} taken. ${again} free again next month.`;
      });
    },
    request: 'get more licenses',
  },
  budget_exhausted: {
    title: 'The budget of this organization is used up',
    text: (refusal) =>
      sentence(refusal, ['used', 'limit', 'required'], (used = 0, limit = 0, required = 0) => {
        const pool = poolName(refusal);
        return `${number(used)} of ${plural(limit, `${pool} credit`, `${pool} credits`)} are used this month, and this needs ${number(required)}.`;
      }),
    request: 'raise the budget',
  },
  entitlement_denied: {
    title: 'The plan does not include this',
    text: ({ message }) => message,
    request: 'change the plan',
  },
  card_declined: {
    title: 'The card was declined',
    text: () => 'Nothing was charged or changed. Use another card, then try again.',
    request: 'use another card',
  },
} satisfies Record<PaymentCode, { title: string; text: (refusal: Refusal) => string; request: string }>);

const stepsOf: Record<PaymentCode, readonly PaymentStep[]> = {
  insufficient_credits: ['buy_pack', 'auto_recharge', 'change_plan'],
  payment_failed: ['pay'],
  sast_addon_required: ['buy_addon', 'change_plan'],
  seat_license_required: ['buy_licenses', 'change_plan'],
  budget_exhausted: [],
  entitlement_denied: ['change_plan'],
  card_declined: ['pay'],
};

const labels = defineMessages({
  buy_pack: 'Buy credits',
  auto_recharge: 'Set up auto-recharge',
  change_plan: 'Change plan',
  buy_licenses: 'Add licenses',
  buy_addon: 'Get the SAST add-on',
  pay: 'Update payment method',
} satisfies Record<PaymentStep, string>);

const isBuyer = ({ role }: Payer): boolean => role === 'owner' || role === 'billing';
const isManager = ({ role }: Payer): boolean => role === 'owner' || role === 'admin';
const isBought = ({ plan }: Payer): boolean => plan === 'Starter' || plan === 'Team';

/** Decides who can take a step, and on which plan it leads anywhere. */
const permits: Record<PaymentStep, (payer: Payer) => boolean> = {
  buy_pack: (payer) => isBuyer(payer) && isBought(payer),
  auto_recharge: (payer) => isManager(payer) && isBought(payer),
  change_plan: (payer) => isBuyer(payer) && (payer.plan === 'Free' || payer.plan === 'Starter'),
  buy_licenses: (payer) => isBuyer(payer) && payer.plan === 'Team',
  buy_addon: (payer) => isBuyer(payer) && isBought(payer),
  pay: isBuyer,
};

const asking = defineMessages({
  parent: (request: string) => `Ask an owner of the parent organization, which pays, to ${request}.`,
  agreement: (request: string) => `Ask your contact at Scangate to ${request}.`,
  buyer: (request: string) => `Ask an owner or the billing contact to ${request}.`,
});

const helperOf = ({ isClient, plan }: Payer): keyof typeof asking => {
  if (isClient) return 'parent';
  return plan === 'Regulated' ? 'agreement' : 'buyer';
};

export const isPaymentCode = (code: string): code is PaymentCode => Object.hasOwn(words, code);

/** The words of a 402 for the person who got it. */
export const paymentRequired = (problem: Refusal & { code: PaymentCode }, payer: Payer): PaymentWords => {
  const { title, text, request } = words[problem.code];
  const own = payer.isClient ? [] : stepsOf[problem.code].filter((step) => permits[step](payer));
  return {
    title,
    text: text(problem),
    steps: own.map((step) => ({ step, label: labels[step] })),
    ...(own.length === 0 && { ask: asking[helperOf(payer)](request) }),
  };
};
