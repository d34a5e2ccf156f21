import type { ReactElement } from 'react';
import { repositoryMessages } from '@scangate/console/messages/gate/repositories.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import type { RepositoryDetail } from './repository-detail.ts';

type Unit = RepositoryDetail['projectUnits'][number];

const columns: readonly Column<Unit>[] = [
  {
    key: 'path',
    title: repositoryMessages.unit,
    cell: ({ path }) => <Code value={path === '' ? repositoryMessages.rootUnit : path} cut="middle" />,
  },
  { key: 'type', title: repositoryMessages.type, width: '10rem', cell: ({ type }) => <Text value={type} /> },
];

/** The folders of a repository that are scanned, each with its package manager. */
export const UnitsPanel = ({ units }: { units: readonly Unit[] }): ReactElement => (
  <Panel title={repositoryMessages.units} lead={repositoryMessages.unitsHelp}>
    <Table
      label={repositoryMessages.units}
      columns={columns}
      rows={units}
      rowKey={({ projectUnitId }) => projectUnitId}
    />
  </Panel>
);
