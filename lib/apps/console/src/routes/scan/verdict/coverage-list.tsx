import type { ReactElement } from 'react';
import { coverageStatuses, gapWords, subjectNames } from '@scangate/console/messages/gate/coverage.ts';
import { scanMessages } from '@scangate/console/messages/gate/scan.ts';
import { StatusBadge, type Tone } from '@scangate/console/parts/status/badge.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import type { CoverageSubject, GapReason } from './coverage-subjects.ts';
import styles from './coverage-list.module.css';

const gapsShown = 3;

const tones: Readonly<Record<CoverageSubject['status'], Tone>> = {
  assessed: 'pass',
  partial: 'medium',
  unassessed: 'medium',
  nothing: 'muted',
  not_requested: 'muted',
};

/** A refusal that has a code concerns all units alike, so its number says nothing. */
const isCounted = (reason: string): boolean => gapWords(reason) === reason;

const Gap = ({ gap: { reason, count, file } }: { gap: GapReason }): ReactElement => (
  <li>
    {fill(file === undefined ? scanMessages.gapAlone : scanMessages.gapInFile, {
      reason: <Text value={gapWords(reason)} />,
      file: <Code value={file ?? ''} />,
    })}
    {count > 1 && isCounted(reason) && ` (${scanMessages.gapTimes(count)})`}
  </li>
);

const Subject = ({
  subject: { name, status, assessed, gaps },
}: {
  subject: CoverageSubject;
}): ReactElement => (
  <li className={styles['subject']}>
    <div className={styles['line']}>
      <span>{subjectNames[name]}</span>
      <StatusBadge tone={tones[status]}>{coverageStatuses[status]}</StatusBadge>
    </div>
    {gaps.length > 0 && (
      <ul className={styles['gaps']}>
        {gaps.slice(0, gapsShown).map((gap) => (
          <Gap key={gap.reason} gap={gap} />
        ))}
        {gaps.length > gapsShown && <li>{scanMessages.moreGaps(gaps.length - gapsShown)}</li>}
      </ul>
    )}
    {gaps.length === 0 && assessed > 0 && (
      <p className={styles['gaps']}>{scanMessages.assessedCount(assessed)}</p>
    )}
  </li>
);

/** Shows how much of each subject was assessed. It stands beside the verdict, so that no PASS says more than was looked at. */
export const CoverageList = ({ subjects }: { subjects: readonly CoverageSubject[] }): ReactElement => (
  <section className={styles['coverage']} aria-label={scanMessages.assessed}>
    <h2 className={styles['title']}>{scanMessages.assessed}</h2>
    <ul>
      {subjects.map((subject) => (
        <Subject key={subject.name} subject={subject} />
      ))}
    </ul>
  </section>
);
