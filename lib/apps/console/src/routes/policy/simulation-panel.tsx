import type { BodyOfResponse } from '@scangate/client';
import type { ReactElement } from 'react';
import { simulationMessages } from '@scangate/console/messages/gate/policy.ts';
import { reasonWords } from '@scangate/console/messages/gate/verdicts.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { VerdictBadge } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';

type Simulation = BodyOfResponse<'simulate-gate'>;
type Flip = Simulation['repositories'][number]['flips'][number] & { repository: string };

const columns: readonly Column<Flip>[] = [
  {
    key: 'repository',
    title: simulationMessages.repository,
    cell: ({ repository }) => <Text value={repository} cut="middle" />,
  },
  {
    key: 'scan',
    title: simulationMessages.scan,
    width: '9rem',
    cell: ({ scanId, commitHash }) => (
      <Link to="scans/$scanId" params={{ scanId }}>
        <code>{commitHash.slice(0, 12)}</code>
      </Link>
    ),
  },
  {
    key: 'before',
    title: simulationMessages.before,
    width: '5rem',
    cell: ({ before }) => <VerdictBadge verdict={before.verdict} />,
  },
  {
    key: 'after',
    title: simulationMessages.after,
    width: '5rem',
    cell: ({ after }) => <VerdictBadge verdict={after.verdict} />,
  },
  {
    key: 'reason',
    title: simulationMessages.reason,
    hideBelow: 'narrow',
    cell: ({ after, before }) => reasonWords(after.verdict === 'PASS' ? before.reason : after.reason),
  },
];

/** Which verdicts of the last 30 days the edited policy would change. */
export const SimulationPanel = ({ simulation }: { simulation: Simulation }): ReactElement => {
  const flips = simulation.repositories.flatMap(({ fullName = '', flips: some }) =>
    some.map((flip) => ({ ...flip, repository: fullName })),
  );
  return (
    <Panel title={simulationMessages.title} lead={simulationMessages.lead(simulation.judged)}>
      <Stack gap={2}>
        {!simulation.isComplete && <p>{simulationMessages.incomplete}</p>}
        {flips.length === 0 ? (
          <Empty title={simulationMessages.same} />
        ) : (
          <>
            <p>{simulationMessages.flips(flips.length)}</p>
            <Table
              label={simulationMessages.list}
              columns={columns}
              rows={flips}
              rowKey={({ scanId }) => scanId}
            />
          </>
        )}
        {simulation.notLookedAt.map(({ reason, scans }) => (
          <p key={reason}>
            <Text value={simulationMessages.notLookedAt(scans, reason)} />
          </p>
        ))}
      </Stack>
    </Panel>
  );
};
