import type { ArgumentsOf, ItemOf } from '@scangate/client';
import type { ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { scansMessages } from '@scangate/console/messages/gate/scans.ts';
import { reasonWords, verdictWords, wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { StatusBadge, VerdictBadge } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { FilterBar } from '@scangate/console/parts/tables/filter-bar.tsx';
import type { Filter } from '@scangate/console/parts/tables/filters.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { repositoryFilter } from '@scangate/console/routes/pickers/repository-filter.tsx';
import { isPermitted, scanners } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { calendarDay, option, text } from '@scangate/console/session/url-parameters.ts';
import { useList } from '@scangate/console/session/use-list.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { scanQuery, statuses, triggers, verdicts } from './scan-query.ts';

type ListedScan = ItemOf<'list-scans'>;

const view = {
  verdict: option(verdicts),
  status: option(statuses),
  sourceTrigger: option(triggers),
  branch: text(),
  repositoryId: text(),
  from: calendarDay(),
  to: calendarDay(),
};

const filters: readonly Filter[] = [
  {
    name: 'verdict',
    label: scansMessages.filters.verdict,
    kind: 'choice',
    options: verdicts.map((value) => ({ value, label: value })),
  },
  {
    name: 'status',
    label: scansMessages.filters.status,
    kind: 'choice',
    options: statuses.map((value) => ({ value, label: wordFor(verdictWords.statuses, value) })),
  },
  {
    name: 'sourceTrigger',
    label: scansMessages.filters.trigger,
    kind: 'choice',
    options: triggers.map((value) => ({ value, label: wordFor(verdictWords.triggers, value) })),
  },
  repositoryFilter('repositoryId', scansMessages.repository),
  { name: 'branch', label: scansMessages.filters.branch, kind: 'text' },
  { kind: 'period', from: 'from', to: 'to', label: scansMessages.filters.period },
];

const State = ({ scan: { verdict, status } }: { scan: ListedScan }): ReactElement => {
  if (verdict) return <VerdictBadge verdict={verdict} />;
  return (
    <StatusBadge tone={status === 'running' ? 'accent' : 'muted'}>
      {wordFor(verdictWords.statuses, status)}
    </StatusBadge>
  );
};

const totalOf = ({ summary }: ListedScan): string =>
  summary ? number((summary.vulnerabilities?.total ?? 0) + (summary.secrets?.total ?? 0)) : '';

const columns: readonly Column<ListedScan>[] = [
  { key: 'verdict', title: scansMessages.verdict, width: '5rem', cell: (scan) => <State scan={scan} /> },
  {
    key: 'repository',
    title: scansMessages.repository,
    cell: ({ scanId, fullName = '', commitHash }) => (
      <Link to="scans/$scanId" params={{ scanId }} kind="row">
        <Text value={fullName === '' ? commitHash.slice(0, 12) : fullName} cut="middle" />
      </Link>
    ),
  },
  {
    key: 'branch',
    title: scansMessages.branch,
    width: '14%',
    hideBelow: 'narrow',
    cell: ({ branch = '' }) => <Text value={branch} cut="middle" />,
  },
  {
    key: 'commit',
    title: scansMessages.commit,
    width: '7.5rem',
    hideBelow: 'narrow',
    cell: ({ commitHash }) => <code>{commitHash.slice(0, 12)}</code>,
  },
  {
    key: 'reason',
    title: scansMessages.reason,
    width: '16%',
    hideBelow: 'narrow',
    cell: ({ reason, summary }) =>
      reason === undefined ? '' : reasonWords(reason, summary?.severityThreshold),
  },
  {
    key: 'findings',
    title: scansMessages.findings,
    width: '5rem',
    align: 'end',
    hideBelow: 'narrow',
    cell: totalOf,
  },
  {
    key: 'trigger',
    title: scansMessages.trigger,
    width: '5rem',
    hideBelow: 'narrow',
    cell: ({ sourceTrigger }) => wordFor(verdictWords.triggers, sourceTrigger),
  },
  {
    key: 'when',
    title: scansMessages.when,
    width: '6.5rem',
    align: 'end',
    cell: ({ createdAt }) => <Instant at={createdAt} />,
  },
];

const activeEveryMs = 10_000;

const isActive = ({ status }: ListedScan): boolean => status === 'queued' || status === 'running';

/** The scans of the organization, the newest first; read again while one of them runs. */
export default function ScansPage(): ReactElement {
  const [values, setValues] = useUrlState(view);
  const input: ArgumentsOf<'list-scans'>[0] = { query: scanQuery(values) };
  const reading = useList('list-scans', input, {
    everyMs: (items) => items.some(isActive) && activeEveryMs,
  });
  const canScan = isPermitted({ roles: scanners }, useSession());
  const isFiltered = Object.values(values).some((value) => value !== '');
  const empty = isFiltered ? (
    <Empty title={scansMessages.noMatch}>{scansMessages.noMatchHelp}</Empty>
  ) : (
    <Empty title={scansMessages.empty}>{scansMessages.emptyHelp}</Empty>
  );
  return (
    <Page
      title={scansMessages.title}
      actions={
        canScan && (
          <Link to="new-scan" kind="primary">
            {scansMessages.new}
          </Link>
        )
      }
    >
      <Stack gap={4}>
        <FilterBar filters={filters} values={values} onChange={setValues} />
        <Panel reading={reading} rows={10} isEmpty={(items) => items.length === 0} empty={empty}>
          {(items) => (
            <Table
              label={scansMessages.list}
              columns={columns}
              rows={items}
              rowKey={({ scanId }) => scanId}
              onEnd={reading.onEnd}
            />
          )}
        </Panel>
      </Stack>
    </Page>
  );
}
