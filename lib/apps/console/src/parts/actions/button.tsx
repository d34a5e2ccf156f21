import type { MouseEvent, ReactElement, ReactNode, Ref } from 'react';
import { Icon, type IconName } from '@scangate/console/parts/text/icon.tsx';
import styles from './button.module.css';

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps {
  children?: ReactNode;
  kind?: ButtonKind;
  type?: 'button' | 'submit';
  icon?: IconName;
  /** The name of a button that shows an icon alone. */
  label?: string;
  /** Takes no further click while the last one is at work. The focus stays. */
  busy?: boolean;
  disabled?: boolean;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  describedBy?: string;
  expanded?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button for what changes something or opens something here. A page has one of the kind `primary`. */
export const Button = (props: ButtonProps): ReactElement => {
  const { children, kind = 'plain', type = 'button', icon, label, busy = false, disabled = false } = props;
  const isInert = busy || disabled;
  return (
    <button
      ref={props.ref}
      className={[styles['button'], styles[kind], children === undefined && styles['square']]
        .filter(Boolean)
        .join(' ')}
      type={type === 'submit' && !isInert ? 'submit' : 'button'}
      aria-disabled={isInert || undefined}
      aria-busy={busy || undefined}
      aria-label={label}
      aria-describedby={props.describedBy}
      aria-expanded={props.expanded}
      onClick={isInert ? undefined : props.onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
};
