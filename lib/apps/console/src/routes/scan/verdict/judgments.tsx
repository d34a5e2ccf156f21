import type { VerdictPayload } from '@scangate/client';
import type { ReactElement } from 'react';
import { scanMessages } from '@scangate/console/messages/gate/scan.ts';
import { reasonWords } from '@scangate/console/messages/gate/verdicts.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { VerdictBadge } from '@scangate/console/parts/status/badge.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import type { Explanation } from '../scan-data.ts';

type Judgment = Pick<Explanation['judgments'][number], 'verdict' | 'reason' | 'judgedAt'>;

const columns: readonly Column<Judgment>[] = [
  {
    key: 'verdict',
    title: scanMessages.verdict,
    width: '6rem',
    cell: ({ verdict }) => <VerdictBadge verdict={verdict} />,
  },
  { key: 'reason', title: scanMessages.reason, cell: ({ reason }) => reasonWords(reason) },
  {
    key: 'at',
    title: scanMessages.judgedAt,
    width: '10rem',
    cell: ({ judgedAt }) => <Instant at={judgedAt} />,
  },
];

interface JudgmentsProps {
  payload: VerdictPayload;
  judgments: readonly Judgment[];
}

/** Later judgments beside the first, which they never replace. Without a later one there is nothing to show. */
export const Judgments = ({ payload, judgments }: JudgmentsProps): ReactElement | null => {
  if (judgments.length === 0 || payload.judgedAt === undefined) return null;
  const later = judgments.toSorted(
    (a, b) => Number(a.judgedAt < b.judgedAt) - Number(a.judgedAt > b.judgedAt),
  );
  const first = {
    verdict: payload.verdict as Judgment['verdict'],
    reason: payload.reason,
    judgedAt: payload.judgedAt,
  };
  return (
    <Panel title={scanMessages.judgments} lead={scanMessages.rejudgedNew}>
      <Table
        label={scanMessages.judgments}
        columns={columns}
        rows={[...later, first]}
        rowKey={({ judgedAt }) => judgedAt}
      />
    </Panel>
  );
};
