import type { ReactElement, ReactNode } from 'react';
import { EditConflict, type EditConflictProps } from '@scangate/console/parts/forms/edit-conflict.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { useSharedEdit, type Version } from '@scangate/console/session/use-shared-edit.ts';
import { Dialog } from './dialog.tsx';
import { FormActions, useTry, type Errors, type FieldsProps } from './form-dialog.tsx';

interface EditDialogProps<T extends object, E extends Errors> extends Pick<
  EditConflictProps<T>,
  'labels' | 'wordsOf'
> {
  title: string;
  /** The verb of the button: "Save". */
  submit: string;
  size?: 'small' | 'large';
  /** The name of the draft. */
  draft: string;
  /** The version that the service has. It is the same object as long as nothing changes there. */
  current: Version<T>;
  /** Reads the version again. */
  refetch: () => unknown;
  errorsIn: (value: T) => E;
  act: { isBusy: boolean; problem: unknown; reset: () => void };
  /** Sends a version with the ETag that it changes. @returns a promise of undefined after a refusal. */
  send: (version: Version<T>) => Promise<unknown>;
  onClose: () => void;
  children: (fields: FieldsProps<T, E>) => ReactNode;
}

/** A form over the page that changes what others change, too. Refused for another version, it shows both by field. */
export const EditDialog = <T extends object, E extends Errors>(
  props: EditDialogProps<T, E>,
): ReactElement => {
  const { title, submit, size = 'large', act, send, onClose, labels, wordsOf } = props;
  const { draft, current, refetch } = props;
  const edit = useSharedEdit<T>({ draft, current, problem: act.problem, refetch });
  const { errors, attempt } = useTry(props.errorsIn(edit.value));
  const sendVersion = async (version: Version<T>): Promise<void> => {
    if ((await send(version)) === undefined) return;
    edit.discard();
    onClose();
  };
  const isConflict = edit.conflict.length > 0;
  return (
    <Dialog open modal size={size} onClose={onClose} title={title}>
      <Form
        problem={isConflict ? undefined : act.problem}
        onSubmit={() =>
          edit.isChanged && attempt(() => void sendVersion({ value: edit.value, etag: edit.base.etag }))
        }
        actions={
          <FormActions submit={submit} busy={act.isBusy} disabled={!edit.isChanged} onClose={onClose} />
        }
      >
        {props.children({ value: edit.value, onChange: edit.change, errors, problem: act.problem })}
        <EditConflict
          edit={edit}
          act={act}
          send={(version) => void sendVersion(version)}
          labels={labels}
          wordsOf={wordsOf}
        />
      </Form>
    </Dialog>
  );
};
