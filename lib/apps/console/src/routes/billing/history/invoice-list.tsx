import type { ItemOf } from '@scangate/client';
import type { ReactElement } from 'react';
import { historyMessages, invoiceStatus } from '@scangate/console/messages/billing/history.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row } from '@scangate/console/parts/layout/stack.tsx';
import { StatusBadge, type Tone } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { PagedTable } from '@scangate/console/parts/tables/paged-table.tsx';
import { Money } from '@scangate/console/parts/text/amount.tsx';
import { ExternalLink } from '@scangate/console/parts/text/external-link.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useList } from '@scangate/console/session/use-list.ts';
import { PrintAll } from './print-all.tsx';

type Invoice = ItemOf<'list-invoices'>;

const tones: Record<string, Tone> = { paid: 'pass', open: 'medium', uncollectible: 'fail' };

const columns: readonly Column<Invoice>[] = [
  { key: 'number', title: historyMessages.number, cell: ({ number }) => <Text value={number} /> },
  {
    key: 'date',
    title: historyMessages.date,
    cell: ({ createdAt }) => <Instant at={createdAt} mode="day" />,
  },
  {
    key: 'status',
    title: historyMessages.status,
    cell: ({ status }) => <StatusBadge tone={tones[status] ?? 'muted'}>{invoiceStatus(status)}</StatusBadge>,
  },
  {
    key: 'due',
    title: historyMessages.due,
    align: 'end',
    hideBelow: 'narrow',
    cell: ({ amountDue, currency }) => <Money amount={amountDue} currency={currency} />,
  },
  {
    key: 'paid',
    title: historyMessages.paid,
    align: 'end',
    cell: ({ amountPaid, currency }) => <Money amount={amountPaid} currency={currency} />,
  },
  {
    key: 'links',
    title: historyMessages.links,
    cell: ({ hostedUrl, pdfUrl, status }) => (
      <Row gap={3}>
        {hostedUrl !== undefined && (
          <ExternalLink href={hostedUrl}>
            {status === 'open' ? historyMessages.pay : historyMessages.open}
          </ExternalLink>
        )}
        {pdfUrl !== undefined && <ExternalLink href={pdfUrl}>{historyMessages.pdf}</ExternalLink>}
      </Row>
    ),
  },
];

/** Every invoice, the newest first. */
export const InvoiceList = (): ReactElement => {
  const list = useList('list-invoices', { query: { limit: 100 } });
  return (
    <Panel
      title={historyMessages.invoices}
      actions={<PrintAll list={list} />}
      reading={list}
      rows={6}
      isEmpty={(rows) => rows.length === 0}
      empty={<Empty title={historyMessages.emptyInvoices}>{historyMessages.emptyInvoicesHelp}</Empty>}
    >
      {(rows) => (
        <PagedTable
          list={list}
          label={historyMessages.invoices}
          columns={columns}
          rows={rows}
          rowKey={({ invoiceId }) => invoiceId}
          virtual={false}
        />
      )}
    </Panel>
  );
};
