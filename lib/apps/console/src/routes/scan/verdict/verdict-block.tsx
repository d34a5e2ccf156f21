import type { VerdictPayload } from '@scangate/client';
import type { ReactElement, ReactNode } from 'react';
import { subjectNames } from '@scangate/console/messages/gate/coverage.ts';
import { scanMessages } from '@scangate/console/messages/gate/scan.ts';
import { errorCodeWords, verdictWords, wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { VerdictBadge } from '@scangate/console/parts/status/badge.tsx';
import { Skeleton } from '@scangate/console/parts/status/skeleton.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { CauseText } from './cause-text.tsx';
import { CoverageList } from './coverage-list.tsx';
import { coverageSubjects } from './coverage-subjects.ts';
import type { CodePlace, Explanation } from '../scan-data.ts';
import { SmallestChange } from './smallest-change.tsx';
import { SummaryCounts } from './summary-counts.tsx';
import { verdictCause } from './verdict-cause.ts';
import styles from './verdict-block.module.css';

interface VerdictBlockProps {
  payload: VerdictPayload;
  /** Absent until it is read, and where the findings are past their retention. */
  explanation: Explanation | undefined;
  /** Keeps a place for the explanation while it is read. */
  isExplaining?: boolean;
  place: CodePlace;
}

const belowOf = ({ summary }: VerdictPayload): number =>
  (summary?.vulnerabilities?.total ?? 0) + (summary?.secrets?.total ?? 0);

/** A PASS says how much lies below the threshold, and what the organization requires but was not assessed. */
const PassText = ({ payload }: { payload: VerdictPayload }): ReactElement => {
  const threshold = payload.summary?.severityThreshold ?? 'critical';
  const missing = (payload.missingScanTypes ?? []).map((type) => wordFor(verdictWords.scanTypes, type));
  const first = threshold === 'critical' ? scanMessages.passesCritical : scanMessages.passes(threshold);
  return (
    <>
      <p className={styles['lead']}>
        {first} {scanMessages.below(belowOf(payload))}
      </p>
      {missing.length > 0 && <p className={styles['warning']}>{scanMessages.notScanned(missing)}</p>}
    </>
  );
};

const ErrorText = ({ payload: { errorCode, projectUnits } }: { payload: VerdictPayload }): ReactElement => {
  const { what, help } = errorCodeWords(errorCode ?? 'system_error');
  const error = projectUnits.find((unit) => unit.errorCode === errorCode)?.error;
  return (
    <>
      <p className={styles['lead']}>{scanMessages.failure(what, help)}</p>
      {error !== undefined && (
        <p className={styles['meta']}>
          <Text value={error} />
        </p>
      )}
    </>
  );
};

const FailText = ({ explanation, place }: { explanation: Explanation; place: CodePlace }): ReactElement => {
  const { cause, severity, detail, also } = verdictCause(explanation, subjectNames);
  return (
    <>
      {cause && (
        <p className={styles['lead']}>
          <CauseText cause={cause} place={place} /> {severity}
        </p>
      )}
      {detail !== undefined && (
        <p className={styles['meta']}>
          <Text value={detail} />
        </p>
      )}
      {also.length > 0 && <p>{scanMessages.alsoFailing(also)}</p>}
    </>
  );
};

/** About as high as a reason and a change usually are, so that little moves when they come. */
const explanationRows = 3;

const wordsOf = ({ payload, explanation, isExplaining, place }: VerdictBlockProps): ReactNode => {
  if (payload.verdict === 'PASS') return <PassText payload={payload} />;
  if (payload.verdict === 'ERROR') return <ErrorText payload={payload} />;
  if (explanation) return <FailText explanation={explanation} place={place} />;
  return isExplaining === true && <Skeleton rows={explanationRows} />;
};

/** The verdict with its reason in a sentence, the smallest change, and beside it what was not looked at. */
export const VerdictBlock = (props: VerdictBlockProps): ReactElement => {
  const { payload, explanation, isExplaining, place } = props;
  return (
    <div className={styles['block']}>
      <div className={styles['judgment']}>
        <div>
          <VerdictBadge
            verdict={payload.verdict ?? ''}
            isNeutral={payload.verdict === 'PASS' && (payload.missingScanTypes ?? []).length > 0}
            large
          />
        </div>
        <div className={styles['words']}>{wordsOf(props)}</div>
        {payload.summary && <SummaryCounts summary={payload.summary} />}
        {explanation && payload.verdict === 'FAIL' && (
          <SmallestChange change={explanation.smallestChange} place={place} />
        )}
        {isExplaining === true && payload.verdict === 'FAIL' && <Skeleton rows={explanationRows} />}
      </div>
      {payload.coverage && <CoverageList subjects={coverageSubjects(payload.coverage)} />}
    </div>
  );
};
