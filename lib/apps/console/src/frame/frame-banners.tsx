import type { ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { useOnline } from '@scangate/console/session/online.ts';
import styles from './frame-banners.module.css';

/** What concerns every page: no network, a hold on the account. */
export const FrameBanners = (): ReactElement => {
  const isOnline = useOnline();
  return (
    <div className={styles['banners']}>
      {!isOnline && (
        <Banner tone="warning" title={frameMessages.offlineTitle}>
          {frameMessages.offline}
        </Banner>
      )}
    </div>
  );
};
