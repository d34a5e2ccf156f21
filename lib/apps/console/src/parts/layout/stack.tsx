import type { ReactElement, ReactNode } from 'react';
import styles from './stack.module.css';

type Gap = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const gapClass = (gap: Gap): string => styles[`gap-${gap}`] ?? '';

/** Things below each other. */
export const Stack = ({ gap = 3, children }: { gap?: Gap; children: ReactNode }): ReactElement => (
  <div className={`${styles['stack']} ${gapClass(gap)}`}>{children}</div>
);

interface RowProps {
  gap?: Gap;
  wrap?: boolean;
  align?: 'center' | 'baseline' | 'start';
  /** Moves the first to the start and the last to the end. */
  between?: boolean;
  children: ReactNode;
}

/** Things beside each other. They wrap on a narrow screen. */
export const Row = ({
  gap = 2,
  wrap = true,
  align = 'center',
  between = false,
  children,
}: RowProps): ReactElement => (
  <div
    className={[
      styles['row'],
      gapClass(gap),
      styles[align],
      wrap && styles['wrap'],
      between && styles['between'],
    ]
      .filter(Boolean)
      .join(' ')}
  >
    {children}
  </div>
);
