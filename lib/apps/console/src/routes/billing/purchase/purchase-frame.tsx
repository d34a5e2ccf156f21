import { useEffect, type ReactElement, type ReactNode } from 'react';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { option } from '@scangate/console/session/url-parameters.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { billingManagers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import type { BillingStatus } from '../billing-status.ts';
import { changeOf, changeParameters, parametersOf } from './change-parameters.ts';
import { balanceOf, isInForce, purchaseState, type BillingChange } from './purchase-draft.ts';
import { PurchaseBanner } from './purchase-banner.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { usePurchase } from './use-purchase.ts';

const parameters = { ...changeParameters, checkout: option(['success', 'cancelled']) } as const;

/** A purchase that is paid is asked for this often until it shows. */
const confirmEveryMs = 3_000;

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
  const purchase = usePurchase({ change, onDone: close });
  const way = state.checkout === '' ? undefined : state.checkout;
  const { draft } = purchase;
  const phase = purchaseState({ draft, way, isInForce: draft !== undefined && isInForce(draft, status) });
  const isWaiting = phase === 'confirming' || phase === 'unpaid';
  useRead('get-billing-status', undefined, {
    everyMs: isWaiting && way === 'success' ? confirmEveryMs : false,
  });

  const { reset } = purchase;
  const changeName = change?.change;
  // The refusal of one change says nothing about the next.
  useEffect(() => reset, [changeName, reset]);

  const clear = (): void => {
    purchase.clear();
    setState({ ...parametersOf(undefined), checkout: '' }, { replace: true });
  };
  const isShown = phase !== 'none' && !change && !purchase.isBusy;
  return (
    <Stack gap={5}>
      {isShown && <PurchaseBanner state={phase} purchase={purchase} onClear={clear} />}
      {children({ review: (next) => setState({ ...parametersOf(next), checkout: '' }) })}
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
