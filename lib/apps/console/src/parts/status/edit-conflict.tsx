import type { ReactElement } from 'react';
import { Text } from '@scangate/console/parts/text/text.tsx';
import type { SharedEdit } from '@scangate/console/session/use-shared-edit.ts';
import { ConflictPanel } from './conflict-panel.tsx';

interface EditConflictProps<T extends object> {
  edit: Pick<SharedEdit<T>, 'conflict' | 'value' | 'theirs' | 'saveOverTheirs' | 'discard' | 'isBusy'>;
  labelOf: (name: keyof T) => string;
  /** Says a field of either version in words. */
  textOf: (name: keyof T, version: T) => string;
}

/** Your version and theirs after an edit was refused because another person saved first; otherwise nothing. */
export const EditConflict = <T extends object>(props: EditConflictProps<T>): ReactElement | null => {
  const { edit, labelOf, textOf } = props;
  if (edit.conflict.length === 0) return null;
  return (
    <ConflictPanel
      fields={edit.conflict.map(({ name, changedBy }) => ({
        label: labelOf(name),
        yours: <Text value={textOf(name, edit.value)} />,
        theirs: <Text value={textOf(name, edit.theirs)} />,
        changedBy,
      }))}
      onTakeTheirs={edit.discard}
      onSendAgain={() => void edit.saveOverTheirs()}
      busy={edit.isBusy}
    />
  );
};
