import { useId, type ReactElement, type ReactNode } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import styles from './field.module.css';

/** Ties an input to the label, the help and the error of its field. */
export interface FieldControl {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-required'?: true;
}

export interface FieldWords {
  label: string;
  help?: ReactNode;
  /** Says what is wrong with the value, by the service or by us. */
  error?: string | undefined;
  required?: boolean;
}

interface FieldProps extends FieldWords {
  /** Keeps the label for screen readers alone, as in a bar of filters. */
  hideLabel?: boolean;
  children: (control: FieldControl) => ReactNode;
}

/** A label, an input, its help and its error. */
export const Field = ({
  label,
  help,
  error,
  required = false,
  hideLabel = false,
  children,
}: FieldProps): ReactElement => {
  const id = useId();
  const described = [help !== undefined && `${id}-help`, error !== undefined && `${id}-error`].filter(
    Boolean,
  );
  const control: FieldControl = {
    id,
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
    ...(error !== undefined && { 'aria-invalid': true as const }),
    ...(required && { 'aria-required': true as const }),
  };
  return (
    <div className={styles['field']}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : styles['label']}>
        {label} {required && <span className={styles['required']}>{partMessages.required}</span>}
      </label>
      {children(control)}
      {help !== undefined && (
        <p id={`${id}-help`} className={styles['help']}>
          {help}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']}>
          {error}
        </p>
      )}
    </div>
  );
};
