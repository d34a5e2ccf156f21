import type { ReactElement } from 'react';
import type { Tone } from './badge.tsx';
import styles from './meter.module.css';

interface MeterProps {
  label: string;
  value: number;
  max: number;
  tone?: Tone;
  /** The measure in words, such as "320 of 800 credits". */
  text: string;
}

/** A quantity against its maximum, drawn and in words. */
export const Meter = ({ label, value, max, tone = 'accent', text }: MeterProps): ReactElement => {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div className={styles['meter']}>
      <div className={styles['words']}>
        <span>{label}</span>
        <span className={styles['text']}>{text}</span>
      </div>
      <div
        className={styles['track']}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(Math.max(value, 0), max)}
        aria-valuetext={text}
      >
        <div
          className={`${styles['fill']} ${styles[tone] ?? ''}`}
          style={{ inlineSize: `${share * 100}%` }}
        />
      </div>
    </div>
  );
};
