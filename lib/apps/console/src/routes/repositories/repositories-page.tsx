import type { ItemOf } from '@scangate/client';
import type { ReactElement } from 'react';
import { number } from '@scangate/console/messages/format.ts';
import { repositoriesMessages } from '@scangate/console/messages/gate/repositories.ts';
import { reasonWords, wordFor } from '@scangate/console/messages/gate/verdicts.ts';
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
import { isPermitted, managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { text } from '@scangate/console/session/url-parameters.ts';
import { useList } from '@scangate/console/session/use-list.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';

type Repository = ItemOf<'list-repositories'>;

const view = { q: text() };

const filters: readonly Filter[] = [{ kind: 'text', name: 'q', label: repositoriesMessages.search }];

const Verdict = ({ latest }: Pick<Repository, 'latest'>): ReactElement =>
  latest ? (
    <VerdictBadge verdict={latest.verdict} />
  ) : (
    <StatusBadge tone="muted">{repositoriesMessages.neverScanned}</StatusBadge>
  );

const columns: readonly Column<Repository>[] = [
  {
    key: 'verdict',
    title: repositoriesMessages.verdict,
    width: '8rem',
    cell: ({ latest }) => <Verdict latest={latest} />,
  },
  {
    key: 'name',
    title: repositoriesMessages.name,
    cell: ({ repositoryId, fullName }) => (
      <Link to="repositories/$repositoryId" params={{ repositoryId }} kind="row">
        <Text value={fullName} cut="middle" />
      </Link>
    ),
  },
  {
    key: 'reason',
    title: repositoriesMessages.reason,
    width: '24%',
    hideBelow: 'narrow',
    cell: ({ latest }) => (latest ? reasonWords(latest.reason) : ''),
  },
  {
    key: 'branch',
    title: repositoriesMessages.branch,
    width: '14%',
    hideBelow: 'narrow',
    cell: ({ defaultBranch }) => <Text value={defaultBranch} cut="middle" />,
  },
  {
    key: 'host',
    title: repositoriesMessages.host,
    width: '8rem',
    hideBelow: 'narrow',
    cell: ({ provider }) => wordFor(repositoriesMessages.hosts, provider),
  },
  {
    key: 'units',
    title: repositoriesMessages.units,
    width: '4rem',
    align: 'end',
    hideBelow: 'narrow',
    cell: ({ projectUnits }) => number(projectUnits.length),
  },
  {
    key: 'when',
    title: repositoriesMessages.when,
    width: '8rem',
    align: 'end',
    hideBelow: 'narrow',
    cell: ({ latest }) => (latest ? <Instant at={latest.finishedAt} /> : ''),
  },
];

const pageSize = 100;

const NoRepositories = ({ isCut, canConnect }: { isCut: boolean; canConnect: boolean }): ReactElement => {
  if (isCut) return <Empty title={repositoriesMessages.noMatch}>{repositoriesMessages.noMatchHelp}</Empty>;
  return (
    <Empty title={repositoriesMessages.empty}>
      {canConnect ? repositoriesMessages.emptyHelp : repositoriesMessages.emptyAsk}
    </Empty>
  );
};

/** The connected repositories by name, each with the verdict of its default branch. */
export default function RepositoriesPage(): ReactElement {
  const [values, setValues] = useUrlState(view);
  const q = values.q.trim();
  const reading = useList('list-repositories', {
    query: { view: 'gate', limit: pageSize, ...(q !== '' && { q: q.slice(0, 300) }) },
  });
  const canConnect = isPermitted({ roles: managers }, useSession());
  return (
    <Page
      title={repositoriesMessages.title}
      actions={
        canConnect && (
          <Link to="connect-repository" kind="primary">
            {repositoriesMessages.connect}
          </Link>
        )
      }
    >
      <Stack gap={4}>
        <FilterBar filters={filters} values={values} onChange={setValues} />
        <Panel
          reading={reading}
          rows={10}
          isEmpty={(items) => items.length === 0}
          empty={<NoRepositories isCut={q !== ''} canConnect={canConnect} />}
        >
          {(items) => (
            <Table
              label={repositoriesMessages.list}
              columns={columns}
              rows={items}
              rowKey={({ repositoryId }) => repositoryId}
              onEnd={reading.onEnd}
            />
          )}
        </Panel>
      </Stack>
    </Page>
  );
}
