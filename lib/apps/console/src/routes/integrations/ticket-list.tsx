import type { ItemOf } from '@scangate/client';
import type { ReactElement } from 'react';
import { integrationMessages, ticketState } from '@scangate/console/messages/organization/integrations.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { SeverityBadge, StatusBadge } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { ExternalLink } from '@scangate/console/parts/text/external-link.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useList } from '@scangate/console/session/use-list.ts';

type Ticket = ItemOf<'list-integration-tickets'>;

const Title = ({ title, url, externalId }: Ticket): ReactElement => {
  const text = <Text value={externalId === undefined ? title : `${externalId} ${title}`} cut="middle" />;
  return url === undefined ? text : <ExternalLink href={url}>{text}</ExternalLink>;
};

const columns: readonly Column<Ticket>[] = [
  { key: 'title', title: integrationMessages.ticket, cell: (ticket) => <Title {...ticket} /> },
  {
    key: 'severity',
    title: integrationMessages.ticketSeverity,
    width: '8rem',
    cell: ({ severity }) => <SeverityBadge severity={severity} />,
  },
  {
    key: 'state',
    title: integrationMessages.ticketState,
    width: '8rem',
    cell: ({ state, rejected }) =>
      rejected ? (
        <StatusBadge tone="fail">{integrationMessages.rejected}</StatusBadge>
      ) : (
        <StatusBadge tone={state === 'open' ? 'medium' : 'muted'}>{ticketState(state)}</StatusBadge>
      ),
  },
  {
    key: 'changed',
    title: integrationMessages.changed,
    width: '9rem',
    hideBelow: 'narrow',
    cell: ({ changedAt }) => <Instant at={changedAt} />,
  },
];

/** The tickets that stand for findings in a tracker. */
export const TicketList = ({ integrationId }: { integrationId: string }): ReactElement => {
  const list = useList('list-integration-tickets', { params: { integrationId }, query: { limit: 50 } });
  return (
    <Panel
      title={integrationMessages.tickets}
      reading={list}
      rows={3}
      isEmpty={(items) => items.length === 0}
      empty={<Empty title={integrationMessages.noTickets}>{integrationMessages.noTicketsHelp}</Empty>}
    >
      {(items) => (
        <Table
          label={integrationMessages.tickets}
          columns={columns}
          rows={items}
          rowKey={({ group }) => group}
          onEnd={list.onEnd}
        />
      )}
    </Panel>
  );
};
