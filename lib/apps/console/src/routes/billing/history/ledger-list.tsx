import type { ItemOf } from '@scangate/client';
import { useState, type ReactElement } from 'react';
import {
  historyMessages,
  kindName,
  poolName,
  sourceName,
} from '@scangate/console/messages/billing/history.ts';
import { signed } from '@scangate/console/messages/money.ts';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { FilterBar } from '@scangate/console/parts/tables/filter-bar.tsx';
import { PagedTable } from '@scangate/console/parts/tables/paged-table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useList } from '@scangate/console/session/use-list.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { VerificationPanel } from '../verification/verification-panel.tsx';
import { ledgerFilters, ledgerParameters, queryOf } from './ledger-filters.ts';
import { PrintAll } from './print-all.tsx';

type Entry = ItemOf<'list-ledger'>;

const reasonOf = ({ source, motif, sourceTrigger }: Entry): string =>
  [source ?? sourceTrigger, motif]
    .flatMap((text) => (text === undefined ? [] : [sourceName(text)]))
    .join(' · ');

const columns: readonly Column<Entry>[] = [
  { key: 'at', title: historyMessages.time, width: '7.5rem', cell: ({ at }) => <Instant at={at} /> },
  {
    key: 'pool',
    title: historyMessages.pool,
    width: '5rem',
    hideBelow: 'narrow',
    cell: ({ pool }) => poolName(pool),
  },
  {
    key: 'kind',
    title: historyMessages.kind,
    width: '6rem',
    hideBelow: 'narrow',
    cell: ({ kind }) => kindName(kind),
  },
  {
    key: 'amount',
    title: historyMessages.amount,
    width: '4rem',
    align: 'end',
    cell: ({ amount }) => signed(amount),
  },
  {
    key: 'source',
    title: historyMessages.source,
    cell: (entry) => <Text value={reasonOf(entry)} />,
  },
  {
    key: 'reference',
    title: historyMessages.reference,
    hideBelow: 'narrow',
    cell: ({ cause }) => <Text value={cause} cut="middle" />,
  },
];

const rowKey = ({ pool, cause }: Entry): string => `${pool} ${cause}`;

interface LedgerTableProps {
  query: ReturnType<typeof queryOf>;
  list: ReturnType<typeof useLedger>;
  isPrinting: boolean;
}

const useLedger = (query: ReturnType<typeof queryOf>) =>
  useList('list-ledger', { query: { ...query, limit: 100 } });

const LedgerTable = ({ query, list, isPrinting }: LedgerTableProps): ReactElement => {
  const isFiltered = Object.keys(query).length > 0;
  return (
    <Panel
      reading={list}
      rows={10}
      isEmpty={(rows) => rows.length === 0 && !list.hasNextPage}
      empty={
        <Empty title={isFiltered ? historyMessages.noMatch : historyMessages.emptyLedger}>
          {isFiltered ? historyMessages.noMatchHelp : historyMessages.emptyLedgerHelp}
        </Empty>
      }
    >
      {(rows) => (
        <PagedTable
          list={list}
          label={historyMessages.ledger}
          columns={columns}
          rows={rows}
          rowKey={rowKey}
          onEnd={list.onEnd}
          {...(isPrinting && { virtual: false })}
        />
      )}
    </Panel>
  );
};

/** The address of the export of pool and period; it has every kind of entry, because its chain is verified as a whole. */
const exportHref = ({ pool, from, to }: ReturnType<typeof queryOf>): string => {
  const given = Object.entries({ pool, from, to }).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  return `/billing/ledger.csv?${new URLSearchParams(given).toString()}`;
};

/** Each change of a balance, filtered by what the URL says. */
export const LedgerList = (): ReactElement => {
  const [filters, setFilters] = useUrlState(ledgerParameters);
  const [isPrinting, setPrinting] = useState(false);
  const query = queryOf(filters);
  const list = useLedger(query);
  return (
    <Stack gap={6}>
      <VerificationPanel />
      <Panel
        title={historyMessages.ledger}
        actions={
          <Row>
            <a href={exportHref(query)}>{historyMessages.csv}</a>
            <PrintAll list={list} onPrinting={setPrinting} />
          </Row>
        }
      >
        <FilterBar filters={ledgerFilters} values={filters} onChange={setFilters} />
        <LedgerTable query={query} list={list} isPrinting={isPrinting} />
      </Panel>
    </Stack>
  );
};
