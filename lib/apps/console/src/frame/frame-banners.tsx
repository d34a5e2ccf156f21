import type { ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { relativeTime } from '@scangate/console/messages/format.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { clockDifference } from '@scangate/console/session/browser/server-time.ts';
import { useOnline } from '@scangate/console/session/browser/online.ts';
import { billingManagers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useBillingState } from '@scangate/console/session/use-billing-state.ts';
import styles from './frame-banners.module.css';

/** A failed subscription payment, which holds all billable work. */
const HoldBanner = (): ReactElement | null => {
  const { role, organization } = useSession();
  const { status, alert } = useBillingState();
  const hold = status?.hold ?? alert?.hold;
  if (!hold) return null;
  const since = relativeTime(hold.since);
  const canPay = billingManagers.includes(role) && !organization.isClient;
  return (
    <Banner
      tone="danger"
      title={frameMessages.holdTitle}
      actions={
        canPay && (
          <Link to="billing" search={{ tab: 'history', view: 'invoices' }} kind="button">
            {frameMessages.payNow}
          </Link>
        )
      }
    >
      {status?.hold ? frameMessages.hold(status.hold.invoices, since) : frameMessages.holdSince(since)}
      {!canPay && ` ${frameMessages.askToPay}`}
    </Banner>
  );
};

/** A smaller clock difference makes no time on a page misleading. */
const tolerableMs = 5 * 60_000;

const ClockBanner = (): ReactElement | null => {
  const behindMs = clockDifference();
  if (Math.abs(behindMs) < tolerableMs) return null;
  return <Banner title={frameMessages.clockTitle}>{frameMessages.clock(behindMs)}</Banner>;
};

/** Shows the states that affect every page: no network, a hold on the account, a wrong clock. */
export const FrameBanners = (): ReactElement => {
  const isOnline = useOnline();
  return (
    <div className={styles['banners']}>
      {!isOnline && (
        <Banner tone="warning" title={frameMessages.offlineTitle}>
          {frameMessages.offline}
        </Banner>
      )}
      <HoldBanner />
      <ClockBanner />
    </div>
  );
};
