import type { Finding } from '@scangate/client';
import { useMemo, type ReactElement } from 'react';
import { findingMessages } from '@scangate/console/messages/gate/findings.ts';
import { severityName } from '@scangate/console/messages/risk.ts';
import { wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Split } from '@scangate/console/parts/layout/split.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { FilterBar } from '@scangate/console/parts/tables/filter-bar.tsx';
import type { Filter } from '@scangate/console/parts/tables/filters.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { useList } from '@scangate/console/session/use-list.ts';
import { FindingDetail } from './finding-detail.tsx';
import { findingColumns } from './finding-row.tsx';
import { facetCounts, findingQuery, kinds, severities, type ScanView } from '../scan-view.ts';
import type { CodePlace } from '../scan-data.ts';

interface FindingsTabProps {
  scanId: string;
  repositoryId: string;
  place: CodePlace;
  view: ScanView;
  onView: (change: Partial<ScanView>) => void;
}

type Facets = Readonly<Record<string, Readonly<Record<string, number>>>> | undefined;

const filtersOf = (facets: Facets): readonly Filter[] => [
  { name: 'q', label: findingMessages.search, kind: 'text' },
  {
    name: 'severity',
    label: findingMessages.severity,
    kind: 'choices',
    options: severities.map((value) => ({ value, label: severityName(value) })),
    counts: facetCounts(facets, 'severity'),
  },
  {
    name: 'kind',
    label: findingMessages.kind,
    kind: 'choices',
    options: kinds.map((value) => ({ value, label: wordFor(findingMessages.kinds, value) })),
    counts: facetCounts(facets, 'kind'),
  },
  {
    name: 'state',
    label: findingMessages.state,
    kind: 'choice',
    options: [
      { value: 'counts', label: findingMessages.failing },
      { value: 'tolerated', label: findingMessages.tolerated },
    ],
  },
];

export const keyOfFinding = ({ projectUnitId, fingerprint }: Finding): string =>
  `${fingerprint}.${projectUnitId}`;

/** A finding may occur several times under one fingerprint, so its place in the list makes the key unique. */
const useUniqueKeys = (rows: readonly Finding[]): ((row: Finding) => string) =>
  useMemo(() => {
    const keys = new Map(rows.map((row, index) => [row, `${keyOfFinding(row)} ${index}`]));
    return (row: Finding) => keys.get(row) ?? keyOfFinding(row);
  }, [rows]);

const isFiltered = ({ q, severity, kind, state }: ScanView): boolean =>
  q !== '' || severity.length > 0 || kind.length > 0 || state !== '';

interface FindingListProps {
  reading: ReturnType<typeof useList<'list-findings'>>;
  columns: readonly Column<Finding>[];
  isFiltered: boolean;
}

const FindingList = ({ reading, columns, isFiltered: isCut }: FindingListProps): ReactElement => {
  const rowKey = useUniqueKeys(reading.items);
  const words = isCut
    ? { title: findingMessages.noMatch, help: findingMessages.noMatchHelp }
    : { title: findingMessages.none, help: findingMessages.noneHelp };
  return (
    <Panel
      reading={reading}
      rows={8}
      isEmpty={(items) => items.length === 0}
      empty={<Empty title={words.title}>{words.help}</Empty>}
    >
      {(items) => (
        <Table
          label={findingMessages.list}
          columns={columns}
          rows={items}
          rowKey={rowKey}
          total={reading.total}
          onEnd={reading.onEnd}
        />
      )}
    </Panel>
  );
};

/** The findings of a scan with their filters, and beside them the open one. */
export const FindingsTab = (props: FindingsTabProps): ReactElement => {
  const { scanId, repositoryId, place, view, onView } = props;
  const reading = useList('list-findings', { params: { scanId }, query: findingQuery(view) });
  const { unitPaths } = place;
  const open = reading.items.find((row) => keyOfFinding(row) === view.finding);
  const isSplit = open !== undefined;
  const columns = useMemo(
    () =>
      findingColumns({ unitPaths, isSplit, onOpen: (finding) => onView({ finding: keyOfFinding(finding) }) }),
    [unitPaths, isSplit, onView],
  );
  return (
    <Stack gap={4}>
      <FilterBar
        filters={filtersOf(reading.first?.facets)}
        values={view}
        onChange={(change) => onView({ ...change, finding: '' })}
      />
      <Split
        detail={
          open && (
            <FindingDetail
              key={view.finding}
              finding={open}
              place={place}
              scanId={scanId}
              repositoryId={repositoryId}
              onClose={() => onView({ finding: '' })}
            />
          )
        }
      >
        <FindingList reading={reading} columns={columns} isFiltered={isFiltered(view)} />
      </Split>
    </Stack>
  );
};
