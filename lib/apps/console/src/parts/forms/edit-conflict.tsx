import type { ReactElement } from 'react';
import { ConflictPanel } from '@scangate/console/parts/status/conflict-panel.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import type { SharedEdit, Version } from '@scangate/console/session/use-shared-edit.ts';

export interface EditConflictProps<T extends object> {
  edit: SharedEdit<T>;
  /** The change that was refused. */
  act: { isBusy: boolean; reset: () => void };
  send: (version: Version<T>) => unknown;
  labels: Readonly<Record<keyof T, string>>;
  /** Says a value in words. */
  wordsOf: (value: T[keyof T]) => string;
}

/** Shows the fields that somebody else changed meanwhile, and goes on with theirs, or with one's own on top of them. */
export const EditConflict = <T extends object>(props: EditConflictProps<T>): ReactElement | null => {
  const { edit, act, send, labels, wordsOf } = props;
  if (edit.conflict.length === 0) return null;
  const takeTheirs = (): void => {
    edit.discard();
    act.reset();
  };
  return (
    <ConflictPanel
      fields={edit.conflict.map(({ name, mine, theirs }) => ({
        label: labels[name],
        yours: <Text value={wordsOf(mine)} />,
        theirs: <Text value={wordsOf(theirs)} />,
      }))}
      onTakeTheirs={takeTheirs}
      onSendAgain={() => send(edit.merged)}
      busy={act.isBusy}
    />
  );
};
