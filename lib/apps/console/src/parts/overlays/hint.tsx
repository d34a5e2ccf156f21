import { useId, useRef, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import styles from './hint.module.css';

interface HintProps {
  /** An additional explanation of the element. Nothing essential is only in a hint. */
  text: string;
  children: ReactNode;
}

const gap = 4;
const edge = 8;

const placeAt = (hint: HTMLElement, anchor: HTMLElement): void => {
  const at = anchor.getBoundingClientRect();
  const { width, height } = hint.getBoundingClientRect();
  const below = at.bottom + gap + height + edge < window.innerHeight;
  hint.style.top = `${below ? at.bottom + gap : at.top - gap - height}px`;
  hint.style.left = `${Math.max(edge, Math.min(at.left, window.innerWidth - width - edge))}px`;
};

/** Shows words on hover and focus, above everything else; Escape takes them away. */
export const Hint = ({ text, children }: HintProps): ReactElement => {
  const id = useId();
  const hint = useRef<HTMLSpanElement>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  const show = (): void => {
    if (!hint.current?.isConnected || !anchor.current) return;
    // In a browser without popovers, only screen readers get the text.
    hint.current.showPopover?.();
    placeAt(hint.current, anchor.current);
  };
  const hide = (): void => {
    if (hint.current?.matches?.(':popover-open')) hint.current.hidePopover();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') hide();
  };
  return (
    <span className={styles['anchor']} onMouseEnter={show} onMouseLeave={hide}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard has to reach the words */}
      <span
        ref={anchor}
        tabIndex={0}
        aria-describedby={id}
        onFocus={show}
        onBlur={hide}
        onKeyDown={onKeyDown}
      >
        {children}
      </span>
      <span ref={hint} id={id} role="tooltip" popover="manual" className={styles['hint']}>
        {text}
      </span>
    </span>
  );
};
