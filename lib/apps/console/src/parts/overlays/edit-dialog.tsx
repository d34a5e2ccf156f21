import type { ReactElement, ReactNode } from 'react';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { EditConflict } from '@scangate/console/parts/status/edit-conflict.tsx';
import { useSharedEdit, type Version } from '@scangate/console/session/use-shared-edit.ts';
import { Dialog } from './dialog.tsx';
import { FormActions, useTry, type Errors, type FieldsProps } from './form-dialog.tsx';

interface EditDialogProps<T extends object, E extends Errors> {
  title: string;
  /** The verb of the button: "Save". */
  submit: string;
  /** The name of the draft. */
  draft: string;
  /** The version that the service has. */
  current: Version<T>;
  /** Reads the version again. */
  refetch: () => unknown;
  errorsIn: (value: T) => E;
  act: { isBusy: boolean; problem: unknown; reset: () => void };
  /** Sends a version with the ETag that it changes, whose value is the base. @returns a promise of undefined after a refusal. */
  send: (version: Version<T>, base: T) => Promise<unknown>;
  onClose: () => void;
  labels: Readonly<Record<keyof T, string>>;
  /** Says a field in words, where the service has another value than the form. */
  textOf: (name: keyof T, version: T) => string;
  children: (fields: FieldsProps<T, E>) => ReactNode;
}

/**
 * A form over the page for something that several people edit. If another version was saved first, it shows both
 * versions by field.
 */
export const EditDialog = <T extends object, E extends Errors>(
  props: EditDialogProps<T, E>,
): ReactElement => {
  const { title, submit, draft, current, refetch, act, send, onClose, labels, textOf } = props;
  const edit = useSharedEdit<T>({ draft, current, refetch, act, send, onSaved: onClose });
  const { errors, attempt } = useTry(props.errorsIn(edit.value));
  const submitForm = (): void => {
    if (edit.isChanged) attempt(() => void edit.save());
  };
  return (
    <Dialog open modal size="large" onClose={onClose} title={title}>
      <Form
        problem={edit.conflict.length > 0 ? undefined : act.problem}
        onSubmit={submitForm}
        actions={
          <FormActions submit={submit} busy={edit.isBusy} disabled={!edit.isChanged} onClose={onClose} />
        }
      >
        {props.children({ value: edit.value, onChange: edit.change, errors, problem: act.problem })}
        <EditConflict edit={edit} labelOf={(name) => labels[name]} textOf={textOf} />
      </Form>
    </Dialog>
  );
};
