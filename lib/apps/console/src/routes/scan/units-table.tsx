import type { ScanUnit } from '@scangate/client';
import type { ReactElement } from 'react';
import { unitMessages } from '@scangate/console/messages/gate/units.ts';
import { errorCodeWords, verdictWords, wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { StatusBadge, type Tone } from '@scangate/console/parts/status/badge.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';

const tones: Readonly<Record<string, Tone>> = {
  queued: 'muted',
  running: 'accent',
  completed: 'pass',
  failed: 'error',
  cancelled: 'muted',
};

const Result = ({ unit: { errorCode, error, reusedFrom } }: { unit: ScanUnit }): ReactElement | null => {
  if (errorCode !== undefined) return <Text value={error ?? errorCodeWords(errorCode).what} />;
  if (reusedFrom === undefined) return null;
  return (
    <Link to="scans/$scanId" params={{ scanId: reusedFrom }}>
      {unitMessages.reused}
    </Link>
  );
};

const columns: readonly Column<ScanUnit>[] = [
  {
    key: 'path',
    title: unitMessages.unit,
    cell: ({ path }) => <Code value={path === '' ? unitMessages.root : path} cut="middle" />,
  },
  {
    key: 'type',
    title: unitMessages.type,
    width: '8rem',
    hideBelow: 'narrow',
    cell: ({ type }) => <Text value={type} />,
  },
  {
    key: 'status',
    title: unitMessages.status,
    width: '8rem',
    cell: ({ status }) => (
      <StatusBadge tone={tones[status] ?? 'muted'}>{wordFor(verdictWords.statuses, status)}</StatusBadge>
    ),
  },
  { key: 'result', title: unitMessages.result, width: '40%', cell: (unit) => <Result unit={unit} /> },
];

/** The units of a scan with their state, as the stream reports it. */
export const UnitsTable = ({ units }: { units: readonly ScanUnit[] }): ReactElement => (
  <Table
    label={unitMessages.title}
    columns={columns}
    rows={units}
    rowKey={({ projectUnitId }) => projectUnitId}
  />
);
