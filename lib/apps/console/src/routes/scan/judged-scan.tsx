import type { VerdictPayload } from '@scangate/client';
import type { ReactElement } from 'react';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { useRead } from '@scangate/console/session/use-read.ts';
import type { ScanView } from './scan-view.ts';
import { Judgments } from './verdict/judgments.tsx';
import { PullRequestBlock } from './verdict/pull-request-block.tsx';
import type { CodePlace, Scan } from './scan-data.ts';
import { ScanTabs } from './scan-tabs.tsx';
import { VerdictBlock } from './verdict/verdict-block.tsx';

export interface JudgedScanProps {
  scan: Scan;
  payload: VerdictPayload;
  place: CodePlace;
  view: ScanView;
  onView: (change: Partial<ScanView>) => void;
}

/** A scan with its verdict: first why, then what helps, then everything in tabs. */
export const JudgedScan = (props: JudgedScanProps): ReactElement => {
  const { scan, payload, place } = props;
  const { scanId } = scan;
  const isExplained = payload.verdict !== 'ERROR';
  const explanation = useRead('explain-scan', { params: { scanId } }, { enabled: isExplained });
  return (
    <Stack gap={5}>
      <VerdictBlock
        payload={payload}
        explanation={explanation.data}
        isExplaining={explanation.isLoading}
        place={place}
      />
      {explanation.error && (
        <ProblemPanel error={explanation.error} onRetry={() => void explanation.refetch()} />
      )}
      {payload.pullRequestCheck && <PullRequestBlock check={payload.pullRequestCheck} />}
      {explanation.data && <Judgments payload={payload} judgments={explanation.data.judgments} />}
      <ScanTabs {...props} />
    </Stack>
  );
};
