import type { VerdictPayload } from '@scangate/client';
import { useMemo, type ReactElement } from 'react';
import { compareMessages } from '@scangate/console/messages/gate/compare.ts';
import { wordFor, reasonWords } from '@scangate/console/messages/gate/verdicts.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Tabs, TabPanel } from '@scangate/console/parts/layout/tabs.tsx';
import { VerdictBadge } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { useRead } from '@scangate/console/session/use-read.ts';
import { ChangedFindings } from './changed-findings.tsx';
import { ComparePicker } from './compare-picker.tsx';
import type { ScanView } from '../scan-view.ts';
import type { CodePlace, Comparison } from '../scan-data.ts';

interface ChangesTabProps {
  scanId: string;
  repositoryId: string;
  payload: VerdictPayload;
  place: CodePlace;
  view: ScanView;
  onView: (change: Partial<ScanView>) => void;
}

/** The chosen base, else the base of the pull request, as far as it is a scan of its own. */
export const comparedWith = (view: ScanView, payload: VerdictPayload): string =>
  view.with === '' ? (payload.pullRequestCheck?.base.scanId ?? '') : view.with;

type Why = Comparison['why'][number];

const WhyList = ({ why }: { why: readonly Why[] }): ReactElement | null => {
  if (why.length === 0) return null;
  return (
    <ul>
      {why.map(({ reason, of, causes }) => (
        <li key={`${of} ${reason}`}>
          {compareMessages.why(
            of === 'head' ? compareMessages.onlyHere : compareMessages.onlyThere,
            reasonWords(reason),
            causes.map(({ input, findings }) =>
              compareMessages.cause(wordFor(compareMessages.inputs, input), findings),
            ),
          )}
        </li>
      ))}
    </ul>
  );
};

type ComparedProps = Pick<ChangesTabProps, 'place' | 'view' | 'onView'> & { comparison: Comparison };

const Compared = ({ comparison, place, view, onView }: ComparedProps): ReactElement => {
  const { base, introduced, fixed, unchanged, inputs, why } = comparison;
  const items = [
    { value: 'introduced', label: compareMessages.introduced, count: introduced.total },
    { value: 'fixed', label: compareMessages.fixed, count: fixed.total },
    { value: 'unchanged', label: compareMessages.unchanged, count: unchanged.total },
  ] as const;
  const differing = inputs
    .filter(({ equal }) => !equal)
    .map(({ input }) => wordFor(compareMessages.inputs, input));
  return (
    <Stack gap={4}>
      <p>
        {fill(compareMessages.against, {
          commit: <code>{base.commitHash.slice(0, 12)}</code>,
          verdict: <VerdictBadge verdict={base.verdict} />,
        })}{' '}
        {differing.length > 0 ? compareMessages.differs(differing) : compareMessages.sameInputs}
      </p>
      <WhyList why={why} />
      <Tabs
        label={compareMessages.title}
        items={items}
        value={view.change}
        onChange={(change) => onView({ change })}
      />
      <TabPanel value={view.change}>
        <ChangedFindings comparison={comparison} change={view.change} unitPaths={place.unitPaths} />
      </TabPanel>
    </Stack>
  );
};

/** Shows what this scan has that another one has not, what it no longer has, and why their verdicts differ. */
export const ChangesTab = (props: ChangesTabProps): ReactElement => {
  const { scanId, repositoryId, payload, view, onView } = props;
  const other = comparedWith(view, payload);
  const recent = useRead('list-scans', { query: { repositoryId, status: 'completed', limit: 50 } });
  const reading = useRead(
    'compare-scans',
    { params: { scanId }, query: { with: other } },
    { enabled: other !== '' },
  );
  const options = useMemo(
    () => (recent.data?.items ?? []).filter((scan) => scan.scanId !== scanId),
    [recent.data?.items, scanId],
  );
  return (
    <Stack gap={4}>
      <ComparePicker
        scans={options}
        value={other}
        onChange={(chosen) => onView({ with: chosen, change: 'introduced' })}
      />
      {other === '' ? (
        <Empty title={compareMessages.choose}>{compareMessages.chooseHelp}</Empty>
      ) : (
        <Panel reading={reading} rows={6}>
          {(comparison) => (
            <Compared comparison={comparison} place={props.place} view={view} onView={onView} />
          )}
        </Panel>
      )}
    </Stack>
  );
};
