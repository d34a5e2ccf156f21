import type { ReactElement, ReactNode } from 'react';
import { conflictMessages } from '@scangate/console/messages/conflicts.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import type { EditedField } from '@scangate/console/session/merge-edits.ts';
import styles from './conflict-panel.module.css';

export interface ConflictField {
  label: string;
  yours: ReactNode;
  theirs: ReactNode;
  /** The people who changed it. An unchanged value is marked as such, since saving keeps the other one. */
  changedBy: EditedField<never>['changedBy'];
}

const Unchanged = (): ReactElement => (
  <span className={styles['unchanged']}>{conflictMessages.unchanged}</span>
);

interface ConflictPanelProps {
  fields: readonly ConflictField[];
  onTakeTheirs: () => void;
  /** Sends yours again, on top of theirs. */
  onSendAgain: () => void;
  busy?: boolean;
}

/** After 409 or 412: both values of each field that differs. The form stays as it is until the person decides. */
export const ConflictPanel = ({
  fields,
  onTakeTheirs,
  onSendAgain,
  busy = false,
}: ConflictPanelProps): ReactElement => (
  <div className={styles['conflict']} role="alert">
    <strong>{conflictMessages.title}</strong>
    <div className={styles['scroll']}>
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{conflictMessages.field}</th>
            <th scope="col">{conflictMessages.yours}</th>
            <th scope="col">{conflictMessages.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ label, yours, theirs, changedBy }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{changedBy === 'them' ? <Unchanged /> : yours}</td>
              <td>{changedBy === 'me' ? <Unchanged /> : theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <div className={styles['actions']}>
      <Button onClick={onTakeTheirs} disabled={busy}>
        {conflictMessages.takeTheirs}
      </Button>
      <Button onClick={onSendAgain} busy={busy}>
        {conflictMessages.sendAgain}
      </Button>
    </div>
  </div>
);
