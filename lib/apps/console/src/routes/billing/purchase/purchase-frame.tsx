import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { option } from '@scangate/console/session/url-parameters.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { billingManagers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import type { BillingStatus } from '../billing-status.ts';
import { changeOf, changeParameters, parametersOf } from './change-parameters.ts';
import { balanceOf, type BillingChange } from './purchase-draft.ts';
import { PurchaseBanner } from './purchase-banner.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { usePurchase } from './use-purchase.ts';

const parameters = { ...changeParameters, checkout: option(['success', 'cancelled']) } as const;

/** A purchase that is paid is asked for this often until it shows, and no longer than that. */
const confirmEveryMs = 3_000;
const confirmForMs = 5 * 60_000;

/** Whether a state lasts longer than this by now. */
const useLasting = (isOn: boolean, ms: number): boolean => {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(() => setLong(true), ms);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isOn, ms]);
  return isLong;
};

/** Asks for the account while a payment is being confirmed. @returns whether that takes too long to go on asking. */
const useConfirmation = (isConfirming: boolean): boolean => {
  const isOverdue = useLasting(isConfirming, confirmForMs);
  useRead('get-billing-status', undefined, { everyMs: isConfirming && !isOverdue && confirmEveryMs });
  return isOverdue;
};

interface FrameProps {
  status: BillingStatus;
  children: (purchase: { review: (change: BillingChange) => void }) => ReactNode;
}

/** Holds the review of a change and the state of a purchase around the page that begins them. */
export const PurchaseFrame = ({ status, children }: FrameProps): ReactElement => {
  const { role } = useSession();
  const [state, setState] = useUrlState(parameters);
  const change = billingManagers.includes(role) ? changeOf(state) : undefined;
  const close = (): void => setState(parametersOf(undefined), { replace: true });
  const way = state.checkout === '' ? undefined : state.checkout;
  const purchase = usePurchase({ change, way, account: status, onDone: close });
  const isOverdue = useConfirmation(purchase.state === 'confirming');

  const { reset } = purchase;
  const changeName = change?.change;
  // The refusal of one change says nothing about the next.
  useEffect(() => reset, [changeName, reset]);

  const clear = (): void => {
    purchase.clear();
    setState({ ...parametersOf(undefined), checkout: '' }, { replace: true });
  };
  const review = (next: BillingChange): void => {
    // What is paid is over: the next purchase of the same is another one.
    if (purchase.state === 'confirmed' || purchase.state === 'confirming') purchase.clear();
    setState({ ...parametersOf(next), checkout: '' });
  };
  return (
    <Stack gap={5}>
      {!change && <PurchaseBanner purchase={purchase} isOverdue={isOverdue} onClear={clear} />}
      {children({ review })}
      {change && (
        <ReviewDialog
          change={change}
          purchase={purchase}
          balance={balanceOf(change, status)}
          onClose={close}
        />
      )}
    </Stack>
  );
};
