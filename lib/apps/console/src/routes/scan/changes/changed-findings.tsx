import type { Finding } from '@scangate/client';
import { useMemo, type ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { compareMessages } from '@scangate/console/messages/gate/compare.ts';
import { findingMessages } from '@scangate/console/messages/gate/findings.ts';
import { severityName } from '@scangate/console/messages/risk.ts';
import { wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { SeverityBadge } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { subjectOf } from '../findings/finding-row.tsx';
import type { CodePlace, Comparison } from '../scan-data.ts';

interface ChangedFindingsProps {
  comparison: Comparison;
  change: 'introduced' | 'fixed' | 'unchanged';
  unitPaths: CodePlace['unitPaths'];
}

const columnsOf = (unitPaths: CodePlace['unitPaths']): readonly Column<Finding>[] => [
  {
    key: 'severity',
    title: findingMessages.severity,
    width: '7rem',
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    key: 'finding',
    title: findingMessages.finding,
    cell: ({ title }) => <Text value={title} cut="middle" />,
  },
  {
    key: 'where',
    title: findingMessages.where,
    width: '34%',
    cell: (finding) => <Code value={subjectOf(finding, unitPaths)} cut="middle" />,
  },
];

interface CountRow {
  key: string;
  dimension: string;
  severity: string;
  count: number;
}

const countColumns: readonly Column<CountRow>[] = [
  {
    key: 'dimension',
    title: findingMessages.kind,
    cell: ({ dimension }) => wordFor(compareMessages.dimensions, dimension),
  },
  { key: 'severity', title: findingMessages.severity, cell: ({ severity }) => severityName(severity) },
  { key: 'count', title: compareMessages.count, align: 'end', cell: ({ count }) => number(count) },
];

/** The service counts what both scans have; the findings of this one list it. */
const Unchanged = ({ unchanged }: Pick<Comparison, 'unchanged'>): ReactElement => {
  const rows = Object.entries(unchanged.counts).flatMap(([dimension, counts]) =>
    Object.entries(counts).map(([severity, count]) => ({
      key: `${dimension} ${severity}`,
      dimension,
      severity,
      count,
    })),
  );
  return (
    <Table label={compareMessages.unchanged} columns={countColumns} rows={rows} rowKey={({ key }) => key} />
  );
};

/** One side of a comparison, those that fail the gate first. */
export const ChangedFindings = ({ comparison, change, unitPaths }: ChangedFindingsProps): ReactElement => {
  const columns = useMemo(() => columnsOf(unitPaths), [unitPaths]);
  if (comparison[change].total === 0) return <Empty title={compareMessages.none[change]} />;
  if (change === 'unchanged') return <Unchanged unchanged={comparison.unchanged} />;
  const { findings, total, failing } = comparison[change];
  return (
    <Stack gap={2}>
      {failing > 0 && <p>{compareMessages.failing(failing)}</p>}
      <Table
        label={compareMessages[change]}
        columns={columns}
        rows={findings}
        rowKey={({ fingerprint, projectUnitId }) => `${fingerprint}.${projectUnitId}`}
      />
      {findings.length < total && <p>{compareMessages.shown(findings.length, total)}</p>}
    </Stack>
  );
};
