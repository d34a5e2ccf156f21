import { useState, type ReactElement } from 'react';
import { trackedMessages } from '@scangate/console/messages/gate/tracked.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Row } from '@scangate/console/parts/layout/stack.tsx';
import { isPermitted, scanners } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import type { People } from '@scangate/console/session/use-people.ts';
import { BulkDialog, type BulkAction } from './bulk-dialog.tsx';
import styles from './bulk-bar.module.css';
import { fingerprintIn } from './bulk-request.ts';
import type { useSelection } from './use-selection.ts';

interface BulkBarProps {
  selection: ReturnType<typeof useSelection>;
  people: People['all'];
  titles: ReadonlyMap<string, string>;
}

/** Shows what can be done with the selected findings. It stays in view while somebody scrolls. */
export const BulkBar = ({ selection, people, titles }: BulkBarProps): ReactElement | null => {
  const { keys, onChange } = selection;
  const session = useSession();
  const [action, setAction] = useState<BulkAction>();
  if (keys.size === 0) return null;
  // What was refused or not reached stays selected, to be tried again or in another way.
  const close = (changed: ReadonlySet<string>): void => {
    setAction(undefined);
    if (changed.size > 0) onChange(new Set([...keys].filter((key) => !changed.has(fingerprintIn(key)))));
  };
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
        <Button kind="quiet" onClick={() => onChange(new Set())}>
          {trackedMessages.clearSelection}
        </Button>
      </Row>
      {action !== undefined && (
        <BulkDialog action={action} keys={keys} people={people} titles={titles} onClose={close} />
      )}
    </div>
  );
};
