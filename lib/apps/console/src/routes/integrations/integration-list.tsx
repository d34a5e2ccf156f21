import type { ItemOf } from '@scangate/client';
import type { ReactElement } from 'react';
import {
  integrationKind,
  integrationMessages,
} from '@scangate/console/messages/organization/integrations.ts';
import { webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { flag } from '@scangate/console/session/url-parameters.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { SubscriberStatus } from '../webhooks/subscriber-status.tsx';
import { ConnectDialog } from './connect-dialog.tsx';

type Integration = ItemOf<'list-integrations'>;

const parameters = { connect: flag() } as const;

const columns: readonly Column<Integration>[] = [
  {
    key: 'name',
    title: integrationMessages.name,
    cell: ({ integrationId, name }) => (
      <Link to="integrations/$integrationId" params={{ integrationId }} kind="row">
        <Text value={name} cut="middle" />
      </Link>
    ),
  },
  {
    key: 'kind',
    title: integrationMessages.kind,
    width: '9rem',
    hideBelow: 'narrow',
    cell: ({ kind }) => integrationKind(kind),
  },
  {
    key: 'target',
    title: integrationMessages.target,
    hideBelow: 'narrow',
    cell: ({ target }) => (target === undefined ? null : <Text value={target} cut="middle" />),
  },
  {
    key: 'status',
    title: integrationMessages.status,
    width: '11rem',
    cell: (integration) => <SubscriberStatus {...integration} />,
  },
  {
    key: 'delivered',
    title: integrationMessages.delivered,
    width: '9rem',
    hideBelow: 'narrow',
    cell: ({ lastDeliveredAt }) =>
      lastDeliveredAt === undefined ? webhookMessages.never : <Instant at={lastDeliveredAt} />,
  },
];

/** The chats and trackers that hear of events. */
export const IntegrationList = (): ReactElement => {
  const [{ connect }, set] = useUrlState(parameters);
  const integrations = useRead('list-integrations');
  return (
    <Panel
      title={integrationMessages.title}
      lead={integrationMessages.lead}
      actions={
        <Button kind="primary" onClick={() => set({ connect: true })}>
          {integrationMessages.add}
        </Button>
      }
    >
      <Panel
        reading={integrations}
        rows={3}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title={integrationMessages.empty}>{integrationMessages.emptyHelp}</Empty>}
      >
        {({ items }) => (
          <Table
            label={integrationMessages.title}
            columns={columns}
            rows={items}
            rowKey={({ integrationId }) => integrationId}
          />
        )}
      </Panel>
      {connect && <ConnectDialog onClose={() => set({ connect: false }, { replace: true })} />}
    </Panel>
  );
};
