import { useMemo, useState, type ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { galleryMessages } from '@scangate/console/messages/gallery.ts';
import { severityName } from '@scangate/console/messages/risk.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Tabs, TabPanel } from '@scangate/console/parts/layout/tabs.tsx';
import { SeverityBadge } from '@scangate/console/parts/status/badge.tsx';
import type { Column, Sort } from '@scangate/console/parts/tables/column.ts';
import { FilterBar, type Filter } from '@scangate/console/parts/tables/filter-bar.tsx';
import { Pager } from '@scangate/console/parts/tables/pager.tsx';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { choice, choices, calendarDay, option, text } from '@scangate/console/session/url-parameters.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { sampleRows, type SampleRow } from './samples.ts';

const severities = ['critical', 'high', 'medium', 'low', 'unknown'] as const;
const tabs = ['introduced', 'fixed', 'unchanged'] as const;

const columns: readonly Column<SampleRow>[] = [
  {
    key: 'repository',
    title: galleryMessages.repository,
    cell: ({ repository }) => <Text value={repository} cut="middle" tail={16} />,
    sortable: true,
  },
  {
    key: 'severity',
    title: galleryMessages.severity,
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
    width: '8rem',
    sortable: true,
  },
  {
    key: 'findings',
    title: galleryMessages.findings,
    cell: ({ findings }) => number(findings),
    align: 'end',
    width: '6rem',
    hideBelow: 'narrow',
  },
  {
    key: 'at',
    title: galleryMessages.when,
    cell: ({ at }) => <Instant at={at} />,
    width: '9rem',
    hideBelow: 'narrow',
  },
];

const filters: readonly Filter[] = [
  { kind: 'text', name: 'q', label: galleryMessages.repository },
  {
    kind: 'choices',
    name: 'severity',
    label: galleryMessages.severity,
    options: severities.map((value) => ({ value, label: severityName(value) })),
    counts: { critical: 80, high: 80, medium: 80, low: 80, unknown: 80 },
  },
  {
    kind: 'choice',
    name: 'kind',
    label: galleryMessages.kind,
    options: severities.slice(0, 2).map((value) => ({ value, label: severityName(value) })),
  },
  { kind: 'period', from: 'from', to: 'to', label: galleryMessages.period },
];

const spec = {
  q: text(),
  severity: choices(severities),
  kind: option(severities),
  from: calendarDay(),
  to: calendarDay(),
  tab: choice(tabs, 'introduced'),
};

const matching = (q: string, chosen: readonly string[]): readonly SampleRow[] =>
  sampleRows.filter(
    ({ repository, severity }) =>
      repository.includes(q) && (chosen.length === 0 || chosen.includes(severity)),
  );

export const TableSection = (): ReactElement => {
  const [view, setView] = useUrlState(spec);
  const [sort, setSort] = useState<Sort>();
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set(['1']));
  const rows = useMemo(() => matching(view.q, view.severity), [view]);
  return (
    <Panel title={galleryMessages.tables}>
      <FilterBar filters={filters} values={view} onChange={setView} />
      <Tabs
        label={galleryMessages.findings}
        items={tabs.map((value) => ({ value, label: galleryMessages.tabs[value], count: 1_204 }))}
        value={view.tab}
        onChange={(tab) => setView({ tab })}
      />
      <TabPanel value={view.tab}>
        <Table
          label={galleryMessages.findings}
          columns={columns}
          rows={rows.slice(0, view.tab === 'unchanged' ? 400 : 8)}
          rowKey={({ id }) => id}
          total={rows.length}
          sort={sort}
          onSort={setSort}
          selection={{ keys, onChange: setKeys }}
        />
        <Pager shown={8} total={rows.length} hasMore onMore={() => undefined} />
      </TabPanel>
    </Panel>
  );
};
