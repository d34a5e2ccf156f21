import type { ComponentPropsWithRef, ReactElement, ReactNode } from 'react';
import { Icon, type IconName } from '@scangate/console/parts/text/icon.tsx';
import styles from './button.module.css';

export type ButtonKind = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'className' | 'style' | 'title'> {
  children?: ReactNode;
  kind?: ButtonKind;
  type?: 'button' | 'submit';
  icon?: IconName;
  /** The name of a button that shows an icon alone. */
  label?: string;
  /** Accepts no further click while the last one is in progress. The focus stays. */
  busy?: boolean;
  disabled?: boolean;
}

const classOf = (kind: ButtonKind, isSquare: boolean): string =>
  [styles['button'], styles[kind], isSquare && styles['square']].filter(Boolean).join(' ');

/** A button that changes something or opens something here. A page has one of the kind `primary`. */
export const Button = (props: ButtonProps): ReactElement => {
  const {
    children,
    kind = 'plain',
    type = 'button',
    icon,
    label,
    busy = false,
    disabled = false,
    ...rest
  } = props;
  const isInert = busy || disabled;
  return (
    <button
      {...rest}
      className={classOf(kind, children === undefined)}
      // A disabled button keeps its focus, and says that it is disabled.
      type={type === 'submit' && !isInert ? 'submit' : 'button'}
      aria-disabled={isInert || undefined}
      aria-busy={busy || undefined}
      aria-label={label ?? rest['aria-label']}
      onClick={isInert ? undefined : rest.onClick}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
};
