import type { BodyOfResponse, OperationName } from '@scangate/client';
import { useCallback, useRef } from 'react';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import type { BillingChange, PurchaseDraft } from './purchase-draft.ts';

/** These are read again after a change of the billing. */
const invalidates: readonly OperationName[] = [
  'get-billing-status',
  'get-forecast',
  'get-usage',
  'list-ledger',
  'list-invoices',
  'get-auto-recharge',
  'get-credits-alert',
];

/** The operation that makes each change, which its preview names. */
const useActs = () =>
  ({
    checkout: useApiAction('open-checkout', { invalidates }),
    plan: useApiAction('change-plan', { invalidates }),
    undo_plan: useApiAction('undo-plan-change', { invalidates }),
    licenses: useApiAction('change-licenses', { invalidates }),
    auto_renew: useApiAction('set-auto-renew', { invalidates }),
    sast_addon: useApiAction('start-sast-addon', { invalidates }),
    cancel_sast_addon: useApiAction('cancel-sast-addon', { invalidates }),
    resume_sast_addon: useApiAction('resume-sast-addon', { invalidates }),
    pack: useApiAction('buy-pack', { invalidates }),
  }) satisfies Record<BillingChange['change'], object>;

type Acts = ReturnType<typeof useActs>;

/** A change that the service accepted. */
interface Accepted {
  /** The page where it is paid, for a change that opens one. */
  checkoutUrl?: string;
}

const inForce = (answer: object | undefined): Accepted | undefined => answer && {};

const onPage = (answer: { body: BodyOfResponse<'buy-pack', 201> } | undefined): Accepted | undefined =>
  answer && { checkoutUrl: answer.body.url };

const bodyOf = <C extends BillingChange>({ change: _change, ...body }: C) => body;

const send = async (acts: Acts, { change, idempotencyKey }: PurchaseDraft): Promise<Accepted | undefined> => {
  switch (change.change) {
    case 'checkout':
      return onPage(await acts.checkout.run({ body: bodyOf(change), idempotencyKey }));
    case 'pack':
      return onPage(await acts.pack.run({ body: bodyOf(change), idempotencyKey }));
    case 'plan':
      return inForce(await acts.plan.run({ body: bodyOf(change) }));
    case 'licenses':
      return inForce(await acts.licenses.run({ body: bodyOf(change), idempotencyKey }));
    case 'auto_renew':
      return inForce(await acts.auto_renew.run({ body: bodyOf(change) }));
    case 'sast_addon':
      return inForce(await acts.sast_addon.run({ body: bodyOf(change), idempotencyKey }));
    default:
      return inForce(await acts[change.change].run());
  }
};

/** Sends a change of the billing by its operation, one at a time. */
export const useBillingChange = () => {
  const acts = useActs();
  const latest = useRef(acts);
  latest.current = acts;
  const reset = useCallback(() => {
    for (const act of Object.values(latest.current)) act.reset();
  }, []);
  const all = Object.values(acts);
  return {
    isBusy: all.some(({ isBusy }) => isBusy),
    /** The last refusal or failure. */
    problem: all.find(({ problem }) => problem !== undefined)?.problem,
    /** @returns undefined after a refusal. */
    run: (draft: PurchaseDraft): Promise<Accepted | undefined> => {
      reset();
      return send(acts, draft);
    },
    reset,
  };
};
