import type { ReactElement } from 'react';
import { purchaseMessages } from '@scangate/console/messages/billing/purchase.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { useOnline } from '@scangate/console/session/browser/online.ts';
import type { Purchase } from './use-purchase.ts';

interface PurchaseBannerProps {
  purchase: Purchase;
  /** Whether the confirmation of the payment takes longer than anybody waits for. */
  isOverdue: boolean;
  /** Forgets the purchase, and the way back from its payment page. */
  onClear: () => void;
}

const words = {
  sending: { title: purchaseMessages.sendingTitle, text: purchaseMessages.sending, tone: 'info' },
  unknown: { title: purchaseMessages.unknownTitle, text: purchaseMessages.unknown, tone: 'warning' },
  unpaid: { title: purchaseMessages.unpaidTitle, text: purchaseMessages.unpaid, tone: 'warning' },
  returned: { title: purchaseMessages.returnedTitle, text: purchaseMessages.returned, tone: 'info' },
  confirming: { title: purchaseMessages.confirmingTitle, text: purchaseMessages.confirming, tone: 'info' },
  overdue: { title: purchaseMessages.overdueTitle, text: purchaseMessages.overdue, tone: 'warning' },
  confirmed: { title: purchaseMessages.confirmedTitle, text: purchaseMessages.confirmed, tone: 'info' },
} as const;

type Shown = keyof typeof words;

const shownOf = ({ purchase: { state, isBusy }, isOverdue }: PurchaseBannerProps): Shown | undefined => {
  if (state === 'unknown' && isBusy) return 'sending';
  if (state === 'confirming' && isOverdue) return 'overdue';
  return state === 'none' ? undefined : state;
};

const Actions = ({ purchase, onClear }: PurchaseBannerProps): ReactElement => {
  const { draft, state, isBusy } = purchase;
  const isOnline = useOnline();
  const { checkoutUrl } = draft ?? {};
  return (
    <>
      {state === 'unknown' && draft && (
        <Button
          busy={isBusy}
          disabled={!isOnline}
          onClick={() => void purchase.send(draft.change, draft.balance ?? 0)}
        >
          {purchaseMessages.sendAgain}
        </Button>
      )}
      {state === 'unpaid' && checkoutUrl !== undefined && (
        <Button onClick={() => window.location.assign(checkoutUrl)}>{purchaseMessages.continuePaying}</Button>
      )}
      <Button kind="quiet" disabled={isBusy} onClick={onClear}>
        {state === 'unknown' || state === 'unpaid' ? purchaseMessages.discard : purchaseMessages.close}
      </Button>
    </>
  );
};

/** The state of a purchase that left this page, until it is in force or given up, and the refusal of the last attempt. */
export const PurchaseBanner = (props: PurchaseBannerProps): ReactElement => {
  const { problem } = props.purchase;
  const shown = shownOf(props);
  return (
    <>
      {shown && (
        <Banner tone={words[shown].tone} title={words[shown].title} actions={<Actions {...props} />}>
          {words[shown].text}
        </Banner>
      )}
      {problem !== undefined && <ProblemPanel error={problem} />}
    </>
  );
};
