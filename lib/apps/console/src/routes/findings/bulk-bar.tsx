import { useState, type ReactElement } from 'react';
import { trackedMessages } from '@scangate/console/messages/gate/tracked.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Row } from '@scangate/console/parts/layout/stack.tsx';
import { isPermitted, scanners } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { BulkDialog, type BulkAction } from './bulk-dialog.tsx';
import styles from './tracked.module.css';

interface BulkBarProps {
  keys: ReadonlySet<string>;
  people: readonly { personId: string; displayName: string }[];
  onClear: () => void;
}

/** Shows what can be done with the selected findings. It stays in view while somebody scrolls. */
export const BulkBar = ({ keys, people, onClear }: BulkBarProps): ReactElement | null => {
  const session = useSession();
  const [action, setAction] = useState<BulkAction>();
  if (keys.size === 0) return null;
  return (
    <div className={styles['bulk']} role="region" aria-label={trackedMessages.selected(keys.size)}>
      <Row gap={3}>
        <strong role="status">{trackedMessages.selected(keys.size)}</strong>
        <Button onClick={() => setAction('assign')}>{trackedMessages.assign}</Button>
        <Button onClick={() => setAction('note')}>{trackedMessages.note}</Button>
        {isPermitted({ roles: scanners }, session) && (
          <Button onClick={() => setAction('waive')}>
            {session.role === 'member' ? trackedMessages.requestWaiver : trackedMessages.waive}
          </Button>
        )}
        <Button kind="quiet" onClick={onClear}>
          {trackedMessages.clearSelection}
        </Button>
      </Row>
      {action !== undefined && (
        <BulkDialog action={action} keys={keys} people={people} onClose={() => setAction(undefined)} />
      )}
    </div>
  );
};
