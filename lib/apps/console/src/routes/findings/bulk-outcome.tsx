import type { ReactElement } from 'react';
import { trackedMessages } from '@scangate/console/messages/gate/tracked.ts';
import { problemWords } from '@scangate/console/messages/problems.ts';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import type { BulkResult } from './bulk-request.ts';

interface RefusedRow {
  fingerprint: string;
  title: string;
  code: string;
}

const columns: readonly Column<RefusedRow>[] = [
  {
    key: 'finding',
    title: trackedMessages.refusedFinding,
    cell: ({ title }) => <Text value={title} cut="middle" tail={0} />,
  },
  { key: 'why', title: trackedMessages.refusedWhy, cell: ({ code }) => problemWords(code).title },
];

interface BulkOutcomeProps {
  result: BulkResult;
  /** The titles of the findings that the page has read. */
  titles: ReadonlyMap<string, string>;
}

/** Says how many of the selected findings are changed, and of each other one why it is not. */
export const BulkOutcome = ({ result: { done, refused }, titles }: BulkOutcomeProps): ReactElement => (
  <Stack gap={3}>
    <p role="status">{trackedMessages.applied(done)}</p>
    {refused.length > 0 && (
      <>
        <p>{trackedMessages.failed(refused.length)}</p>
        <Table
          label={trackedMessages.refused}
          columns={columns}
          rows={refused.map(({ fingerprint, code }) => ({
            fingerprint,
            title: titles.get(fingerprint) ?? fingerprint,
            code,
          }))}
          rowKey={({ fingerprint }) => fingerprint}
        />
        <p>{trackedMessages.refusedStay}</p>
      </>
    )}
  </Stack>
);
