import type { ScanUnit } from '@scangate/client';
import { useParams } from '@tanstack/react-router';
import { useCallback, useMemo, type ReactElement } from 'react';
import { scanMessages } from '@scangate/console/messages/gate/scan.ts';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Skeleton } from '@scangate/console/parts/status/skeleton.tsx';
import { choice, choices, option, text } from '@scangate/console/session/url-parameters.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { kinds, scanTabs, severities, type ScanView } from './scan-view.ts';
import { JudgedScan } from './judged-scan.tsx';
import { mergeUnits } from './merge-units.ts';
import { ScanActions } from './scan-actions.tsx';
import type { CodePlace, Scan } from './scan-data.ts';
import { ScanLead } from './scan-lead.tsx';
import { ScanProgress } from './scan-progress.tsx';
import { useScanVerdict, type ScanVerdict } from './use-scan-verdict.ts';

const view = {
  tab: choice(scanTabs, 'findings'),
  q: text(),
  severity: choices(severities),
  kind: choices(kinds),
  state: option(['counts', 'tolerated']),
  finding: text(),
  with: text(),
  change: choice(['introduced', 'fixed', 'unchanged'], 'introduced'),
};

const pollMs = 10_000;

const isActive = ({ status }: Scan): boolean => status === 'queued' || status === 'running';

/** Whether there is something to show: of a scan that ended, its verdict or why it cannot be read. */
const isShown = (scan: Scan, { payload, error }: ScanVerdict): boolean =>
  isActive(scan) || payload !== undefined || error !== undefined;

/** Says where the code of the scan is, as far as the repository is still connected. It is read after what is shown first. */
const usePlace = (scan: Scan | undefined, units: readonly ScanUnit[], verdict: ScanVerdict) => {
  const params = { repositoryId: scan?.repositoryId ?? '' };
  const repository = useRead(
    'get-repository',
    { params },
    { enabled: scan !== undefined && isShown(scan, verdict) },
  );
  const { data } = repository;
  const commitHash = scan?.commitHash ?? '';
  const place = useMemo<CodePlace>(
    () => ({
      commitHash,
      host: data && { provider: data.provider, url: data.url },
      unitPaths: new Map(units.map(({ projectUnitId, path }) => [projectUnitId, path])),
    }),
    [commitHash, data, units],
  );
  return { place, repository: data };
};

/** One scan: its verdict with the reason, live until it is there. */
export default function ScanPage(): ReactElement {
  const { scanId = '' } = useParams({ strict: false }) as { scanId?: string };
  const [values, setValues] = useUrlState(view);
  // The stream reports changes at once; where the session has another one open, this does it later.
  const reading = useRead(
    'get-scan',
    { params: { scanId } },
    { everyMs: (data) => isActive(data) && pollMs },
  );
  const verdict = useScanVerdict(scanId);
  const scan = reading.data;
  const units = useMemo(
    () => mergeUnits(scan?.projectUnits ?? [], verdict.units),
    [scan?.projectUnits, verdict.units],
  );
  const { place, repository } = usePlace(scan, units, verdict);
  const onView = useCallback((change: Partial<ScanView>) => setValues(change), [setValues]);
  const { payload } = verdict;
  return (
    <Page
      title={scanMessages.title(scan?.commitHash.slice(0, 12) ?? scanId.slice(0, 8))}
      lead={scan ? <ScanLead scan={scan} repository={repository} judgedAt={payload?.judgedAt} /> : <br />}
      actions={
        scan && (
          <ScanActions
            scanId={scanId}
            payload={payload}
            onCompare={() => onView({ tab: 'changes', finding: '' })}
          />
        )
      }
    >
      <Panel reading={reading} rows={8}>
        {(data) => {
          if (payload)
            return <JudgedScan scan={data} payload={payload} place={place} view={values} onView={onView} />;
          if (!isShown(data, verdict)) return <Skeleton rows={8} />;
          const error = reading.error ? undefined : verdict.error;
          return <ScanProgress units={units} error={error} onReconnect={verdict.reconnect} />;
        }}
      </Panel>
    </Page>
  );
}
