import type { ReactElement, ReactNode } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { severityName, verdictName } from '@scangate/console/messages/risk.ts';
import styles from './badge.module.css';

export type Tone = 'pass' | 'fail' | 'error' | 'medium' | 'low' | 'muted' | 'accent';

/** A state in a word, with a dot in its color. */
export const StatusBadge = ({ tone, children }: { tone: Tone; children: ReactNode }): ReactElement => (
  <span className={`${styles['status']} ${styles[tone]}`}>
    <span className={styles['dot']} aria-hidden="true" />
    {children}
  </span>
);

const verdictTones: Readonly<Record<string, Tone>> = { PASS: 'pass', FAIL: 'fail', ERROR: 'error' };

interface VerdictBadgeProps {
  verdict: string;
  large?: boolean;
  /** Has no color: a PASS without everything that the organization requires is not shown as green. */
  isNeutral?: boolean;
}

/** PASS, FAIL or ERROR as a word in its color; also one that this page does not know yet. */
export const VerdictBadge = (props: VerdictBadgeProps): ReactElement => {
  const { verdict, large = false, isNeutral = false } = props;
  const tone = isNeutral ? 'muted' : (verdictTones[verdict] ?? 'muted');
  return (
    <span className={`${styles['verdict']} ${styles[tone]} ${large ? styles['large'] : ''}`}>
      {verdictName(verdict)}
    </span>
  );
};

const shapes: Readonly<Record<string, string>> = { critical: '◆', high: '▲', medium: '●', low: '○' };

interface SeverityBadgeProps {
  severity: string;
  count?: number;
}

/** A severity in three ways: a word, a shape and a color. */
export const SeverityBadge = ({ severity, count }: SeverityBadgeProps): ReactElement => (
  <span className={`${styles['severity']} ${styles[severity in shapes ? severity : 'muted']}`}>
    <span className={styles['shape']} aria-hidden="true">
      {shapes[severity] ?? '?'}
    </span>
    {count !== undefined && <span>{number(count)}</span>}
    {severityName(severity)}
  </span>
);
