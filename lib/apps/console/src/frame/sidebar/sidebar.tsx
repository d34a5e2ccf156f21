import { useLocation } from '@tanstack/react-router';
import { useEffect, useState, type ReactElement } from 'react';
import { frameMessages } from '@scangate/console/messages/frame.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Icon } from '@scangate/console/parts/text/icon.tsx';
import { Brand } from '../brand.tsx';
import { openOverlay } from '../keys/open-overlay.ts';
import { AccountMenu } from './account-menu.tsx';
import { CreditsMeter } from './credits-meter.tsx';
import { Navigation } from './navigation.tsx';
import { OrganizationMenu } from './organization-menu.tsx';
import styles from './sidebar.module.css';

/** Beside the page, and above it on a narrow screen, where a button opens it. */
export const Sidebar = (): ReactElement => {
  const [isOpen, setOpen] = useState(false);
  const path = useLocation({ select: (location) => location.pathname });
  useEffect(() => setOpen(false), [path]);
  return (
    <header className={styles['sidebar']}>
      <div className={styles['top']}>
        <Brand />
        <span className={styles['opener']}>
          <Button
            kind="quiet"
            icon={isOpen ? 'close' : 'menu'}
            label={frameMessages.openNavigation}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        </span>
      </div>
      <div className={`${styles['content']} ${isOpen ? styles['open'] : ''}`}>
        <OrganizationMenu />
        <button type="button" className={styles['search']} onClick={() => openOverlay('palette')}>
          <Icon name="search" />
          <span>{frameMessages.searchShort}</span>
          <kbd>{frameMessages.paletteKeys}</kbd>
        </button>
        <Navigation />
        <CreditsMeter />
        <AccountMenu />
      </div>
    </header>
  );
};
