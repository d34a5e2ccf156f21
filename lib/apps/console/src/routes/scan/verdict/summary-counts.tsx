import type { VerdictPayload } from '@scangate/client';
import type { ReactElement, ReactNode } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { summaryMessages } from '@scangate/console/messages/gate/summary.ts';
import { SeverityBadge } from '@scangate/console/parts/status/badge.tsx';
import styles from './summary-counts.module.css';

type Summary = NonNullable<VerdictPayload['summary']>;

const severities = ['critical', 'high', 'medium', 'low', 'unknown'] as const;

const Line = ({ label, children }: { label: string; children: ReactNode }): ReactElement => (
  <div className={styles['line']}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);

const Severities = ({ counts }: { counts: Record<(typeof severities)[number], number> }): ReactElement => {
  const shown = severities.filter((severity) => counts[severity] > 0);
  if (shown.length === 0) return <span className={styles['none']}>{summaryMessages.none}</span>;
  return (
    <>
      {shown.map((severity) => (
        <SeverityBadge key={severity} severity={severity} count={counts[severity]} />
      ))}
    </>
  );
};

/** The numbers of a verdict by dimension; a dimension that was not requested has no line. */
export const SummaryCounts = ({
  summary: { vulnerabilities, secrets, licenses },
}: {
  summary: Summary;
}): ReactElement => (
  <dl className={styles['counts']}>
    {vulnerabilities && (
      <Line label={summaryMessages.vulnerabilities}>
        <Severities counts={vulnerabilities} />
      </Line>
    )}
    {secrets && (
      <Line label={summaryMessages.secrets}>
        <Severities counts={secrets} />
      </Line>
    )}
    {licenses && (
      <Line label={summaryMessages.licenses}>
        <span>{summaryMessages.compliant(number(licenses.compliant))}</span>
        {licenses.nonCompliant > 0 && (
          <span className={styles['bad']}>{summaryMessages.nonCompliant(number(licenses.nonCompliant))}</span>
        )}
        {licenses.unknown > 0 && (
          <span className={styles['none']}>{summaryMessages.unknown(number(licenses.unknown))}</span>
        )}
      </Line>
    )}
  </dl>
);
