import type { ItemOf } from '@scangate/client';
import type { ReactElement } from 'react';
import { webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { flag } from '@scangate/console/session/url-parameters.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { CreateDialog } from './create-dialog.tsx';
import { SubscriberStatus } from './subscriber-status.tsx';

type Webhook = ItemOf<'list-webhooks'>;

const parameters = { add: flag() } as const;

const columns: readonly Column<Webhook>[] = [
  {
    key: 'name',
    title: webhookMessages.name,
    cell: ({ webhookId, name }) => (
      <Link to="webhooks/$webhookId" params={{ webhookId }} kind="row">
        <Text value={name} cut="middle" />
      </Link>
    ),
  },
  {
    key: 'url',
    title: webhookMessages.url,
    hideBelow: 'narrow',
    cell: ({ url }) => <Code value={url} cut="middle" />,
  },
  {
    key: 'status',
    title: webhookMessages.status,
    width: '11rem',
    cell: (webhook) => <SubscriberStatus {...webhook} />,
  },
  {
    key: 'delivered',
    title: webhookMessages.delivered,
    width: '9rem',
    hideBelow: 'narrow',
    cell: ({ lastDeliveredAt }) =>
      lastDeliveredAt === undefined ? webhookMessages.never : <Instant at={lastDeliveredAt} />,
  },
];

export const WebhookList = (): ReactElement => {
  const [{ add }, set] = useUrlState(parameters);
  const webhooks = useRead('list-webhooks');
  return (
    <Panel
      title={webhookMessages.webhooks}
      lead={webhookMessages.lead}
      actions={
        <Button kind="primary" onClick={() => set({ add: true })}>
          {webhookMessages.add}
        </Button>
      }
    >
      <Panel
        reading={webhooks}
        rows={3}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty title={webhookMessages.empty}>{webhookMessages.emptyHelp}</Empty>}
      >
        {({ items }) => (
          <Table
            label={webhookMessages.webhooks}
            columns={columns}
            rows={items}
            rowKey={({ webhookId }) => webhookId}
          />
        )}
      </Panel>
      {add && <CreateDialog onClose={() => set({ add: false }, { replace: true })} />}
    </Panel>
  );
};
