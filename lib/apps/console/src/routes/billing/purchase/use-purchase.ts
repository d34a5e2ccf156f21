import type { OperationName } from '@scangate/client';
import { useEffect, useRef } from 'react';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useAct, type Act } from '@scangate/console/session/use-act.ts';
import {
  afterFailure,
  noteCheckout,
  noteSent,
  reviewPurchase,
  type BillingChange,
  type PurchaseDraft,
} from './purchase-draft.ts';

/** The operation that makes a change, which its preview names. */
const operations = {
  checkout: 'open-checkout',
  plan: 'change-plan',
  undo_plan: 'undo-plan-change',
  licenses: 'change-licenses',
  auto_renew: 'set-auto-renew',
  sast_addon: 'start-sast-addon',
  cancel_sast_addon: 'cancel-sast-addon',
  resume_sast_addon: 'resume-sast-addon',
  pack: 'buy-pack',
} as const satisfies Record<BillingChange['change'], OperationName>;

/** These are read again after a change of the billing. */
const changed: readonly OperationName[] = [
  'get-billing-status',
  'get-forecast',
  'get-usage',
  'list-ledger',
  'list-invoices',
  'get-auto-recharge',
  'get-credits-alert',
];

const newKey = (): string => crypto.randomUUID();

export interface Purchase {
  draft: PurchaseDraft | undefined;
  isBusy: boolean;
  problem: unknown;
  /** Sends the change under review, or sends the draft again under its key. */
  send: (change: BillingChange, balance: number) => Promise<void>;
  /** Forgets the purchase, once it is in force or given up. */
  clear: () => void;
  /** Forgets the last refusal. */
  reset: () => void;
}

interface PurchaseOptions {
  /** The change under review; without one the draft's, which can be sent again. */
  change: BillingChange | undefined;
  /** Hears of a change that took effect without a payment page. */
  onDone: () => void;
}

/** The page where it is paid, for a change that opens one. */
const checkoutUrlIn = (body: unknown): string | undefined => {
  const { url } = (body ?? {}) as { url?: unknown };
  return typeof url === 'string' ? url : undefined;
};

/** The one purchase of this tab. Its draft is stored before the request leaves, so that a reload repeats the request. */
export const usePurchase = ({ change: reviewed, onDone }: PurchaseOptions): Purchase => {
  const { value: draft, set, clear } = useDraft<PurchaseDraft | undefined>('purchase', undefined);
  const name = operations[(reviewed ?? draft?.change)?.change ?? 'pack'];
  const act = useAct(name, { invalidates: changed }) as unknown as Act<'buy-pack'>;
  const latest = useRef(draft);
  latest.current = draft;

  useEffect(() => {
    const failed = latest.current;
    if (failed && act.problem !== undefined) set(afterFailure(failed, act.problem, newKey));
  }, [act.problem, set]);

  const send = async (change: BillingChange, balance: number): Promise<void> => {
    const sent = noteSent(reviewPurchase(draft, change, newKey));
    set(sent);
    const { change: _change, ...body } = sent.change;
    const hasBody = Object.keys(body).length > 0;
    const input = { ...(hasBody && { body }), idempotencyKey: sent.idempotencyKey };
    const response = await act.run(input as Parameters<Act<'buy-pack'>['run']>[0]);
    if (!response) return;
    const checkoutUrl = checkoutUrlIn(response.body);
    if (checkoutUrl === undefined) {
      clear();
      onDone();
      return;
    }
    set(noteCheckout(sent, { checkoutUrl, balance }));
    window.location.assign(checkoutUrl);
  };
  return { draft, isBusy: act.isBusy, problem: act.problem, send, clear, reset: act.reset };
};
