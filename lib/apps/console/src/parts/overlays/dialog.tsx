import { Dialog as Base } from '@base-ui/react/dialog';
import { useState, type ReactElement, type ReactNode, type RefObject } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** May contain untrusted names: characters that are invisible, or change the order of others, are marked. */
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  size?: 'small' | 'large';
  /** Stays open after a click beside it, because something would be lost. */
  modal?: boolean;
  /** Gets the focus; by default the first control does. */
  initialFocus?: RefObject<HTMLElement | null>;
}

/** Something that must be read or decided before the page continues. The focus stays inside, and returns afterwards. */
export const Dialog = (props: DialogProps): ReactElement => {
  const { open, onClose, title, children, actions, size = 'small', modal = false } = props;
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()} disablePointerDismissal={modal}>
      <Base.Portal>
        <Base.Backdrop className={styles['backdrop']} />
        <Base.Popup
          className={`${styles['popup']} ${styles[size]}`}
          {...(props.initialFocus && { initialFocus: props.initialFocus })}
        >
          <header className={styles['header']}>
            <Base.Title className={styles['title']}>{markedText(title)}</Base.Title>
            <Base.Close render={<Button kind="quiet" icon="close" label={partMessages.close} />} />
          </header>
          <div className={styles['content']}>{children}</div>
          {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
};

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  children?: ReactNode;
  /** The verb of the button: "Revoke token". */
  confirm: string;
  onConfirm: () => void;
  danger?: boolean;
  /** The name that must be typed, as it is or as it is shown, for actions that cannot be undone. */
  typeToConfirm?: string;
  busy?: boolean;
  problem?: unknown;
}

/** Asks before something that is hard to undo. */
export const ConfirmDialog = (props: ConfirmDialogProps): ReactElement => {
  const { open, onClose, title, children, confirm, onConfirm, danger = false, typeToConfirm, busy } = props;
  const [typed, setTyped] = useState('');
  const shown = typeToConfirm === undefined ? undefined : markedText(typeToConfirm);
  const isTyped = shown === undefined || typed === typeToConfirm || typed === shown;
  const close = (): void => {
    setTyped('');
    onClose();
  };
  return (
    <Dialog open={open} onClose={close} title={title}>
      <Form
        problem={props.problem}
        onSubmit={() => isTyped && onConfirm()}
        actions={
          <>
            <Button
              type="submit"
              kind={danger ? 'danger' : 'primary'}
              busy={busy ?? false}
              disabled={!isTyped}
            >
              {confirm}
            </Button>
            <Button onClick={close}>{partMessages.cancel}</Button>
          </>
        }
      >
        {children !== undefined && <div>{children}</div>}
        {shown !== undefined && (
          <TextField label={partMessages.typeToConfirm(shown)} value={typed} onChange={setTyped} required />
        )}
      </Form>
    </Dialog>
  );
};
