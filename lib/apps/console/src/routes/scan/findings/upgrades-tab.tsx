import type { Finding } from '@scangate/client';
import type { ReactElement } from 'react';
import { findingMessages } from '@scangate/console/messages/gate/findings.ts';
import { upgradeMessages } from '@scangate/console/messages/gate/upgrades.ts';
import { wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useList } from '@scangate/console/session/use-list.ts';
import type { FindingOf } from '../scan-data.ts';

type Upgrade = FindingOf<'upgrade'>;

const isUpgrade = (finding: Finding): finding is Upgrade => finding.kind === 'upgrade';

/** Ids below each other, each of them whole. */
const Codes = ({ values }: { values: readonly string[] }): ReactElement => (
  <Stack>
    {values.map((value) => (
      <Code key={value} value={value} cut="middle" />
    ))}
  </Stack>
);

/** The direct dependencies to change, unless the package is one itself. */
const viaOf = ({ packageName, version, via }: Upgrade): string =>
  via.filter((direct) => direct !== `${packageName}@${version}`).join(', ');

const columns: readonly Column<Upgrade>[] = [
  {
    key: 'package',
    title: findingMessages.package,
    cell: ({ packageName, version }) => <Code value={`${packageName}@${version}`} cut="middle" />,
  },
  {
    key: 'advice',
    title: upgradeMessages.advice,
    width: '12rem',
    cell: ({ advice, upgradeTo, breaking }) => (
      <Row>
        {upgradeTo === undefined ? (
          wordFor(findingMessages.advice, advice)
        ) : (
          <Code value={upgradeTo} cut="middle" />
        )}
        {breaking && <StatusBadge tone="medium">{upgradeMessages.breaking}</StatusBadge>}
      </Row>
    ),
  },
  {
    key: 'via',
    title: upgradeMessages.via,
    hideBelow: 'narrow',
    cell: (upgrade) =>
      upgrade.direct ? upgradeMessages.direct : <Code value={viaOf(upgrade)} cut="middle" />,
  },
  {
    key: 'clears',
    title: upgradeMessages.clears,
    width: '18%',
    cell: ({ clears }) => <Codes values={clears} />,
  },
  {
    key: 'remaining',
    title: upgradeMessages.remaining,
    width: '18%',
    hideBelow: 'narrow',
    cell: ({ remaining, reason }) => (
      <Text value={remaining.length > 0 ? remaining.join(', ') : (reason ?? '')} cut="middle" />
    ),
  },
];

/** The upgrade plan: for each dependency with an advisory the smallest version that is better. */
export const UpgradesTab = ({ scanId }: { scanId: string }): ReactElement => {
  const reading = useList('list-findings', { params: { scanId }, query: { kind: 'upgrade', limit: 1000 } });
  return (
    <Panel
      reading={reading}
      rows={6}
      isEmpty={(items) => items.length === 0}
      empty={<Empty title={upgradeMessages.none}>{upgradeMessages.noneHelp}</Empty>}
    >
      {(items) => (
        <Table
          label={upgradeMessages.title}
          columns={columns}
          rows={items.filter(isUpgrade)}
          rowKey={({ fingerprint, projectUnitId }) => `${fingerprint}.${projectUnitId}`}
          total={reading.total}
          onEnd={reading.onEnd}
        />
      )}
    </Panel>
  );
};
