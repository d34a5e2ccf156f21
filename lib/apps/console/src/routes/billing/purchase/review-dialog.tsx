import type { ReactElement } from 'react';
import { money } from '@scangate/console/messages/money.ts';
import { changeTitle, confirmation, purchaseMessages } from '@scangate/console/messages/billing/purchase.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { useOnline } from '@scangate/console/session/browser/online.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { PreviewView, type Preview } from './preview-view.tsx';
import { isSameChange, type BillingChange } from './purchase-draft.ts';
import type { Purchase } from './use-purchase.ts';

const opensCheckout = ({ change }: BillingChange): boolean => change === 'checkout' || change === 'pack';

/** The words of the button: what is paid where, before it is pressed. */
const buttonText = (change: BillingChange, { dueNow, currency }: Preview): string => {
  const amount = money(dueNow, currency);
  if (opensCheckout(change)) return purchaseMessages.toCheckout(amount);
  return dueNow === 0 ? confirmation(change.change) : purchaseMessages.pay(amount);
};

const noteOn = (change: BillingChange, { dueNow }: Preview): string | undefined => {
  if (opensCheckout(change)) return purchaseMessages.checkoutNote;
  return dueNow === 0 ? undefined : purchaseMessages.chargeNote;
};

const warnings = {
  unknown: { title: purchaseMessages.unknownTitle, text: purchaseMessages.unknown },
  other: { title: purchaseMessages.otherTitle, text: purchaseMessages.other },
} as const;

const Warning = ({ of }: { of: keyof typeof warnings }): ReactElement => (
  <Banner tone="warning" title={warnings[of].title}>
    {warnings[of].text}
  </Banner>
);

interface ReviewProps {
  change: BillingChange;
  purchase: Purchase;
  /** The balance that a pack adds to. */
  balance: number;
  onClose: () => void;
}

/** Compares the change with the purchase that was sent last. */
const standingOf = (change: BillingChange, { draft, isBusy }: Purchase) => {
  const isSent = draft?.step === 'sent';
  const isOther = isSent && !isSameChange(draft.change, change);
  return { isOther, isUnknown: isSent && !isOther && !isBusy, isOnItsWay: isBusy && !isOther };
};

/** Shows what changes, when and what it costs, and then the button that does it. */
export const ReviewDialog = ({ change, purchase, balance, onClose }: ReviewProps): ReactElement => {
  const { isBusy, problem } = purchase;
  const isOnline = useOnline();
  const preview = useRead('preview-change', { body: change });
  const { isOther, isUnknown, isOnItsWay } = standingOf(change, purchase);
  const note = preview.data && noteOn(change, preview.data);
  const close = (): void => {
    // Closing takes nothing back.
    if (isOnItsWay) return;
    purchase.reset();
    onClose();
  };
  return (
    <Dialog
      open
      modal
      size="large"
      title={changeTitle(change.change)}
      onClose={close}
      actions={
        <>
          {preview.data && (
            <Button
              kind="primary"
              busy={isBusy}
              disabled={!isOnline || preview.isFetching || isOther}
              onClick={() => void purchase.send(change, balance)}
            >
              {isUnknown ? purchaseMessages.sendAgain : buttonText(change, preview.data)}
            </Button>
          )}
          <Button disabled={isOnItsWay} onClick={close}>
            {purchaseMessages.cancel}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Panel reading={preview} rows={6}>
          {(data) => <PreviewView preview={data} isOfAddon={change.change.includes('sast_addon')} />}
        </Panel>
        {note !== undefined && <p>{note}</p>}
        {isUnknown && <Warning of="unknown" />}
        {isOther && <Warning of="other" />}
        {problem !== undefined && <ProblemPanel error={problem} />}
      </Stack>
    </Dialog>
  );
};
