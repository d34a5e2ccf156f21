import type { ReactElement } from 'react';
import { purchaseMessages } from '@scangate/console/messages/billing/purchase.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import type { PurchaseState } from './purchase-draft.ts';
import type { Purchase } from './use-purchase.ts';

interface PurchaseBannerProps {
  state: Exclude<PurchaseState, 'none'>;
  purchase: Purchase;
  /** Forgets the purchase, and the way back from its payment page. */
  onClear: () => void;
}

const words = {
  unknown: { title: purchaseMessages.unknownTitle, text: purchaseMessages.unknown, tone: 'warning' },
  unpaid: { title: purchaseMessages.unpaidTitle, text: purchaseMessages.unpaid, tone: 'warning' },
  returned: { title: purchaseMessages.returnedTitle, text: purchaseMessages.returned, tone: 'info' },
  confirming: { title: purchaseMessages.confirmingTitle, text: purchaseMessages.confirming, tone: 'info' },
  confirmed: { title: purchaseMessages.confirmedTitle, text: purchaseMessages.confirmed, tone: 'info' },
} as const;

const Actions = ({ state, purchase, onClear }: PurchaseBannerProps): ReactElement => {
  const { draft, isBusy } = purchase;
  const { checkoutUrl } = draft ?? {};
  return (
    <>
      {state === 'unknown' && draft && (
        <Button busy={isBusy} onClick={() => void purchase.send(draft.change, draft.balance ?? 0)}>
          {purchaseMessages.sendAgain}
        </Button>
      )}
      {state === 'unpaid' && checkoutUrl !== undefined && (
        <Button onClick={() => window.location.assign(checkoutUrl)}>{purchaseMessages.continuePaying}</Button>
      )}
      <Button kind="quiet" onClick={onClear}>
        {state === 'unknown' || state === 'unpaid' ? purchaseMessages.discard : purchaseMessages.close}
      </Button>
    </>
  );
};

/** The state of a purchase that left this page, until it is in force or given up. */
export const PurchaseBanner = (props: PurchaseBannerProps): ReactElement => {
  const { title, text, tone } = words[props.state];
  return (
    <Banner tone={tone} title={title} actions={<Actions {...props} />}>
      {text}
    </Banner>
  );
};
