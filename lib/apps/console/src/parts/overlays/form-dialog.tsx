import { useState, type ReactElement, type ReactNode } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import type { Draft } from '@scangate/console/session/drafts.ts';
import { Dialog } from './dialog.tsx';

/** The fields that cannot be sent as they are. */
export type Errors = Readonly<Record<string, boolean>>;

/** The input of a form, for its fields. */
export interface FieldsProps<T, E extends Errors = Errors> {
  value: T;
  onChange: (value: T) => void;
  /** Empty until the form was submitted. */
  errors: Partial<E>;
  /** The last refusal, whose parts stand at their fields. */
  problem: unknown;
}

interface FormActionsProps {
  submit: string;
  busy: boolean;
  disabled?: boolean;
  danger?: boolean;
  onClose: () => void;
}

/** The buttons of a form in a dialog. */
export const FormActions = (props: FormActionsProps): ReactElement => (
  <>
    <Button
      type="submit"
      kind={props.danger === true ? 'danger' : 'primary'}
      busy={props.busy}
      disabled={props.disabled ?? false}
    >
      {props.submit}
    </Button>
    <Button onClick={props.onClose}>{partMessages.cancel}</Button>
  </>
);

/** Holds errors back until a form is submitted, and sends it when there are none. */
export const useTry = <E extends Errors>(errors: E) => {
  const [isTried, setTried] = useState(false);
  const shown: Partial<E> = isTried ? errors : {};
  return {
    errors: shown,
    attempt: (send: () => void): void => {
      setTried(true);
      if (!Object.values(errors).some(Boolean)) send();
    },
  };
};

export interface FormDialogProps<T, E extends Errors> {
  title: string;
  /** The verb of the button: "Create token". */
  submit: string;
  size?: 'small' | 'large';
  /** The input: `useDraft`, which outlives the dialog, or `useInput`. */
  draft: Draft<T>;
  errorsIn: (value: T) => E;
  act: { isBusy: boolean; problem: unknown };
  /** Sends the form. @returns a promise of undefined after a refusal. */
  send: (value: T) => Promise<unknown>;
  onClose: () => void;
  /** Goes on after success; the dialog closes by default. */
  onSent?: () => void;
  /** Shown instead of the form after success, such as a secret that is shown once; nothing closes by itself then. */
  once?: () => ReactElement | undefined;
  children: (fields: FieldsProps<T, E>) => ReactNode;
}

/**
 * A form over the page that sends one request. The input is kept after each refusal and after the dialog is closed;
 * success discards it and closes the dialog. The focus moves to the first field that is wrong, and returns to where
 * it was.
 */
export const FormDialog = <T, E extends Errors>(props: FormDialogProps<T, E>): ReactElement => {
  const { title, submit, size = 'large', draft, act, send, onClose, onSent = onClose, once } = props;
  const { errors, attempt } = useTry(props.errorsIn(draft.value));
  const sent = once?.();
  if (sent) return sent;
  const submitForm = async (): Promise<void> => {
    if ((await send(draft.value)) === undefined) return;
    draft.clear();
    if (!once) onSent();
  };
  return (
    <Dialog open modal size={size} onClose={onClose} title={title}>
      <Form
        problem={act.problem}
        onSubmit={() => attempt(() => void submitForm())}
        actions={<FormActions submit={submit} busy={act.isBusy} onClose={onClose} />}
      >
        {props.children({ value: draft.value, onChange: draft.set, errors, problem: act.problem })}
      </Form>
    </Dialog>
  );
};
