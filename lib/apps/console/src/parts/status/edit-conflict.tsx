import type { ReactElement } from 'react';
import { Text } from '@scangate/console/parts/text/text.tsx';
import type { SharedEdit, Version } from '@scangate/console/session/use-shared-edit.ts';
import { ConflictPanel } from './conflict-panel.tsx';

interface EditConflictProps<T extends object> {
  edit: Pick<SharedEdit<T>, 'conflict' | 'merged' | 'discard'>;
  /** The change that was refused. */
  act: { isBusy: boolean; reset: () => void };
  labelOf: (name: keyof T) => string;
  textOf: (name: keyof T, value: T[keyof T]) => string;
  onSend: (merged: Version<T>) => void;
}

/** Yours and theirs of an edit that was refused, because somebody else saved first; nothing while it was not. */
export const EditConflict = <T extends object>(props: EditConflictProps<T>): ReactElement | null => {
  const { edit, act, labelOf, textOf, onSend } = props;
  if (edit.conflict.length === 0) return null;
  const takeTheirs = (): void => {
    edit.discard();
    act.reset();
  };
  return (
    <ConflictPanel
      fields={edit.conflict.map(({ name, mine, theirs, changedBy }) => ({
        label: labelOf(name),
        yours: <Text value={textOf(name, mine)} />,
        theirs: <Text value={textOf(name, theirs)} />,
        changedBy,
      }))}
      onTakeTheirs={takeTheirs}
      onSendAgain={() => onSend(edit.merged)}
      busy={act.isBusy}
    />
  );
};
