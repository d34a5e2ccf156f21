import type { ItemOf } from '@scangate/client';
import type { ReactElement } from 'react';
import { bundleMessages } from '@scangate/console/messages/organization/bundles.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { flag } from '@scangate/console/session/url-parameters.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { BundleDialog } from './bundle-dialog.tsx';

type Bundle = ItemOf<'list-bundles'>;

const parameters = { add: flag() } as const;

const columns: readonly Column<Bundle>[] = [
  {
    key: 'name',
    title: bundleMessages.name,
    cell: ({ bundleId, name }) => (
      <Link to="bundles/$bundleId" params={{ bundleId }} kind="row">
        <Text value={name} cut="middle" />
      </Link>
    ),
  },
  {
    key: 'members',
    title: bundleMessages.members,
    width: '6.5rem',
    cell: ({ members }) => bundleMessages.memberCount(members.length),
  },
  {
    key: 'releases',
    title: bundleMessages.releases,
    width: '5rem',
    align: 'end',
    cell: ({ releases }) => bundleMessages.releaseCount(releases),
  },
  {
    key: 'created',
    title: bundleMessages.created,
    width: '9rem',
    hideBelow: 'narrow',
    cell: ({ createdAt }) => <Instant at={createdAt} mode="day" />,
  },
];

/** The products of several repositories. */
export default function BundlesPage(): ReactElement {
  const { role } = useSession();
  const [{ add }, set] = useUrlState(parameters);
  const bundles = useRead('list-bundles');
  const canChange = managers.includes(role);
  return (
    <Page
      title={pageTitles.bundles}
      lead={bundleMessages.lead}
      actions={
        canChange && (
          <Button kind="primary" onClick={() => set({ add: true })}>
            {bundleMessages.add}
          </Button>
        )
      }
    >
      <Panel
        reading={bundles}
        rows={4}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title={bundleMessages.empty}>{bundleMessages.emptyHelp}</Empty>}
      >
        {({ items }) => (
          <Table
            label={bundleMessages.list}
            columns={columns}
            rows={items}
            rowKey={({ bundleId }) => bundleId}
          />
        )}
      </Panel>
      {add && canChange && <BundleDialog onClose={() => set({ add: false }, { replace: true })} />}
    </Page>
  );
}
