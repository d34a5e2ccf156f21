import { useEffect, useRef } from 'react';
import { useDraft } from '@scangate/console/session/drafts.ts';
import {
  afterFailure,
  isInForce,
  isSameChange,
  noteCheckout,
  noteSent,
  purchaseState,
  reviewPurchase,
  type AccountFacts,
  type BillingChange,
  type CheckoutReturn,
  type PurchaseDraft,
  type PurchaseState,
} from './purchase-draft.ts';
import { useBillingChange } from './use-billing-change.ts';

const newKey = (): string => crypto.randomUUID();

export interface Purchase {
  draft: PurchaseDraft | undefined;
  state: PurchaseState;
  isBusy: boolean;
  /** The last refusal or failure of the change that is shown. */
  problem: unknown;
  /** Sends the change under review, or sends the draft again under its key. Does nothing while one is on its way. */
  send: (change: BillingChange, balance: number) => Promise<void>;
  /** Forgets the purchase, once it is in force or given up. */
  clear: () => void;
  /** Forgets the last refusal. */
  reset: () => void;
}

interface PurchaseOptions {
  /** The change under review; without one the draft's, which can be sent again. */
  change: BillingChange | undefined;
  way: CheckoutReturn;
  account: AccountFacts;
  /** Hears of a change that took effect without a payment page, while it is still shown. */
  onDone: () => void;
}

/** Tells whether the page still shows the review that it showed before, or still shows none. */
const useShown = (reviewed: BillingChange | undefined) => {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const latest = useRef(reviewed);
  latest.current = reviewed;
  return (before: BillingChange | undefined): boolean => {
    const now = latest.current;
    return isMounted.current && (now && before ? isSameChange(now, before) : now === before);
  };
};

/** Does one thing at a time. What is asked meanwhile is not done. */
const useOneAtATime = () => {
  const isRunning = useRef(false);
  return async (work: () => Promise<void>): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await work();
    } finally {
      isRunning.current = false;
    }
  };
};

/** The one purchase of this tab. Its draft is stored before the request leaves, so that a reload repeats the request. */
export const usePurchase = ({ change: reviewed, way, account, onDone }: PurchaseOptions): Purchase => {
  const { value: draft, set, clear } = useDraft<PurchaseDraft | undefined>('purchase', undefined);
  const { isBusy, problem, run, reset } = useBillingChange();
  const isShown = useShown(reviewed);
  const oneAtATime = useOneAtATime();
  /** The draft before the last attempt. */
  const tried = useRef<PurchaseDraft | undefined>(undefined);

  useEffect(() => {
    if (tried.current && problem !== undefined) set(afterFailure(tried.current, problem, newKey));
  }, [problem, set]);

  const state = purchaseState({ draft, way, isInForce: draft !== undefined && isInForce(draft, account) });
  const isPaid = state === 'confirmed' || state === 'confirming';

  const send = async (change: BillingChange, balance: number): Promise<void> => {
    tried.current = reviewPurchase(isPaid ? undefined : draft, change, newKey);
    const sent = noteSent(tried.current);
    set(sent);
    const accepted = await run(sent);
    if (!accepted) return;
    const { checkoutUrl } = accepted;
    if (checkoutUrl === undefined) clear();
    else set(noteCheckout(sent, { checkoutUrl, balance }));
    if (!isShown(reviewed)) return;
    if (checkoutUrl === undefined) onDone();
    else window.location.assign(checkoutUrl);
  };
  const shown = reviewed ?? draft?.change;
  const isOfShown = shown && tried.current && isSameChange(shown, tried.current.change);
  return {
    draft,
    state,
    isBusy,
    problem: isOfShown ? problem : undefined,
    send: (change, balance) => oneAtATime(() => send(change, balance)),
    clear: () => {
      clear();
      reset();
    },
    reset,
  };
};
