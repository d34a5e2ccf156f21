import { ApiProblem, type ArgumentsOf } from '@scangate/client';
import { Offline } from '@scangate/console/session/browser/offline.ts';

/** A change of the billing, as its preview takes it. */
export type BillingChange = ArgumentsOf<'preview-change'>[0]['body'];

/**
 * A purchase in progress. It is kept in the session's storage before anything is sent, so that a second click or a
 * reload repeats the same request with the same key, and never starts another one.
 */
export interface PurchaseDraft {
  change: BillingChange;
  idempotencyKey: string;
  /** `sent`: a request is under way, or its answer was lost. `at_checkout`: the payment page is open. */
  step: 'review' | 'sent' | 'at_checkout';
  /** The page where it is paid. */
  checkoutUrl?: string;
  /** The balance when the payment page was opened; a paid pack is detected by comparing with it. */
  balance?: number;
}

export const isSameChange = (a: BillingChange, b: BillingChange): boolean =>
  Object.keys({ ...a, ...b }).every(
    (name) => a[name as keyof BillingChange] === b[name as keyof BillingChange],
  );

/** Begins the review of a change. The same change keeps its key and its step; another one starts over. */
export const reviewPurchase = (
  draft: PurchaseDraft | undefined,
  change: BillingChange,
  newKey: () => string,
): PurchaseDraft =>
  draft && isSameChange(draft.change, change) ? draft : { change, idempotencyKey: newKey(), step: 'review' };

/** Records that the request is about to be sent. This is stored first. */
export const noteSent = (draft: PurchaseDraft): PurchaseDraft => ({ ...draft, step: 'sent' });

/** Records that the payment page is open in this tab. */
export const noteCheckout = (
  draft: PurchaseDraft,
  opened: Required<Pick<PurchaseDraft, 'checkoutUrl' | 'balance'>>,
): PurchaseDraft => ({ ...draft, ...opened, step: 'at_checkout' });

/** Whether the service may have carried out the request although its response is missing. */
const isOutcomeUnknown = (error: unknown): boolean => {
  if (error instanceof Offline) return false;
  if (!(error instanceof ApiProblem)) return true;
  return error.status < 400 || error.status >= 500 || error.code === 'idempotency_in_progress';
};

/**
 * Whether the service evaluated the purchase itself and refused it. Other refusals are made before the key is looked
 * up, so they say nothing about an earlier attempt.
 */
const isRefusedPurchase = (error: unknown): boolean =>
  error instanceof ApiProblem && [402, 409, 422].includes(error.status);

/**
 * The draft after an attempt that failed. An unknown outcome keeps the key, so that sending again charges once. A refused
 * purchase had no effect: the next attempt is another one and has a key of its own. Anything else leaves all as it was, for
 * an earlier attempt may still be unanswered.
 * @param before the draft before the attempt.
 */
export const afterFailure = (before: PurchaseDraft, error: unknown, newKey: () => string): PurchaseDraft => {
  if (isOutcomeUnknown(error)) return noteSent(before);
  return isRefusedPurchase(error) ? reviewPurchase(undefined, before.change, newKey) : before;
};

/** The return from the payment page, as stated in its address. */
export type CheckoutReturn = 'success' | 'cancelled' | undefined;

export type PurchaseState =
  /** Nothing is under way. */
  | 'none'
  /** The answer of the request is missing: sending it again charges once. */
  | 'unknown'
  /** The page is open and not paid. */
  | 'unpaid'
  /** Somebody came back from a payment page that this tab did not open. */
  | 'returned'
  /** It is paid; the service does not know it yet. */
  | 'confirming'
  | 'confirmed';

interface PurchaseFacts {
  draft: PurchaseDraft | undefined;
  way: CheckoutReturn;
  /** Whether the account has what was bought: the plan, or more credits than before. */
  isInForce: boolean;
}

/** The state of a purchase, from its draft, the way back and the account. */
export const purchaseState = ({ draft, way, isInForce }: PurchaseFacts): PurchaseState => {
  // Only the tab that opened the page has the draft, from which it knows what was bought.
  if (!draft) return way === 'success' ? 'returned' : 'none';
  if (draft.step === 'review') return 'none';
  if (draft.step === 'sent') return 'unknown';
  if (isInForce) return 'confirmed';
  return way === 'success' ? 'confirming' : 'unpaid';
};

/** The parts of the account that show whether a purchase is in force. */
export interface AccountFacts {
  plan: string;
  pools: Record<'core' | 'sast', { purchased: number }>;
}

/** The bought credits of the pool that a pack adds to; 0 for any other change. */
export const balanceOf = (change: BillingChange, { pools }: AccountFacts): number => {
  if (change.change !== 'pack') return 0;
  return pools[change.pack.startsWith('sast') ? 'sast' : 'core'].purchased;
};

/** Whether the account has what was bought on a payment page. */
export const isInForce = ({ change, balance = 0 }: PurchaseDraft, account: AccountFacts): boolean => {
  if (change.change === 'checkout') return account.plan === change.plan;
  return change.change === 'pack' && balanceOf(change, account) > balance;
};
