import type { ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import styles from './pager.module.css';

interface PagerProps {
  shown: number;
  total?: number | undefined;
  hasMore: boolean;
  onMore: () => void;
  busy?: boolean;
}

/** Says how much of a list is shown, and brings more of it. */
export const Pager = ({ shown, total, hasMore, onMore, busy = false }: PagerProps): ReactElement => (
  <div className={styles['pager']}>
    <span role="status">
      {total === undefined ? partMessages.shown(shown) : partMessages.shownOf(shown, total)}
    </span>
    {hasMore && (
      <Button onClick={onMore} busy={busy}>
        {partMessages.showMore}
      </Button>
    )}
  </div>
);
