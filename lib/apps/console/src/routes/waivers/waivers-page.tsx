import { useMemo, type ReactElement } from 'react';
import { waiverMessages } from '@scangate/console/messages/gate/waivers.ts';
import { wordFor } from '@scangate/console/messages/gate/verdicts.ts';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { StatusBadge, type Tone } from '@scangate/console/parts/status/badge.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { FilterBar } from '@scangate/console/parts/tables/filter-bar.tsx';
import type { Filter } from '@scangate/console/parts/tables/filters.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { option } from '@scangate/console/session/url-parameters.ts';
import { useList } from '@scangate/console/session/use-list.ts';
import { usePeople, type People } from '@scangate/console/session/use-people.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { WaiverActions } from './waiver-actions.tsx';
import { WaiverPlace } from './waiver-facts.tsx';
import { WaiverText, type Waiver } from './waiver-text.tsx';

const kinds = ['requested', 'active', 'expiring', 'expired', 'unused'] as const;

const view = { filter: option(kinds) };

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'filter',
    label: waiverMessages.filter,
    options: kinds.map((value) => ({ value, label: waiverMessages.filters[value] })),
  },
];

const tones: Readonly<Record<string, Tone>> = { requested: 'accent', active: 'pass', expired: 'medium' };

type NameOf = People['nameOf'];

const Person = ({ personId, nameOf }: { personId: string; nameOf: NameOf }): ReactElement => (
  <Text value={nameOf(personId) ?? waiverMessages.unknownPerson} cut="middle" />
);

const coverColumns: readonly Column<Waiver>[] = [
  {
    key: 'status',
    title: waiverMessages.status,
    width: '7rem',
    cell: ({ status }) => (
      <StatusBadge tone={tones[status] ?? 'muted'}>{wordFor(waiverMessages.statuses, status)}</StatusBadge>
    ),
  },
  { key: 'target', title: waiverMessages.target, cell: ({ match }) => <WaiverText match={match} /> },
  {
    key: 'where',
    title: waiverMessages.scope,
    width: '14%',
    hideBelow: 'narrow',
    cell: (waiver) => <WaiverPlace waiver={waiver} />,
  },
  {
    key: 'reason',
    title: waiverMessages.reason,
    width: '18%',
    hideBelow: 'narrow',
    cell: ({ reason, kind }) => (
      <>
        <Text value={reason} />{' '}
        {kind === 'vex' && <StatusBadge tone="muted">{waiverMessages.vex}</StatusBadge>}
      </>
    ),
  },
];

const personColumns = (nameOf: NameOf): readonly Column<Waiver>[] => [
  {
    key: 'by',
    title: waiverMessages.by,
    width: '12%',
    hideBelow: 'narrow',
    cell: ({ createdBy }) => <Person personId={createdBy} nameOf={nameOf} />,
  },
  {
    key: 'approvedBy',
    title: waiverMessages.approvedBy,
    width: '12%',
    hideBelow: 'narrow',
    cell: ({ approvedBy }) =>
      approvedBy === undefined ? '' : <Person personId={approvedBy} nameOf={nameOf} />,
  },
  {
    key: 'until',
    title: waiverMessages.until,
    width: '7rem',
    cell: ({ expiresAt }) => <Instant at={expiresAt} mode="day" />,
  },
  {
    key: 'actions',
    title: waiverMessages.actions,
    width: '4.5rem',
    align: 'end',
    cell: (waiver) => <WaiverActions waiver={waiver} nameOf={nameOf} />,
  },
];

const pageSize = 100;

/** The waivers of one group; without a group all, those that await a decision first. */
const useWaivers = (filter: '' | (typeof kinds)[number]) => {
  const isAll = filter === '';
  const shown = { limit: pageSize, view: 'gate' as const };
  const reading = useList('list-waivers', { query: isAll ? shown : { ...shown, filter } });
  const requested = useList('list-waivers', { query: { ...shown, filter: 'requested' } }, { enabled: isAll });
  const { items } = reading;
  // Requests beyond the first page come in the place that the whole list gives them.
  const rows = useMemo(() => {
    if (!isAll) return items;
    const first = new Set(requested.items.map(({ waiverId }) => waiverId));
    return [...requested.items, ...items.filter(({ waiverId }) => !first.has(waiverId))];
  }, [isAll, items, requested.items]);
  // Nothing moves once it is shown, so both are waited for.
  return isAll && !requested.data ? { reading: requested, rows } : { reading, rows };
};

/** The waivers of the organization: who accepted what, why, and until when. */
export default function WaiversPage(): ReactElement {
  const [{ filter }, setValues] = useUrlState(view);
  const { reading, rows } = useWaivers(filter);
  const { nameOf } = usePeople(rows.length > 0);
  const columns = useMemo(() => [...coverColumns, ...personColumns(nameOf)], [nameOf]);
  const empty =
    filter === '' ? (
      <Empty title={waiverMessages.empty}>{waiverMessages.emptyHelp}</Empty>
    ) : (
      <Empty title={waiverMessages.noMatch}>{waiverMessages.noMatchHelp}</Empty>
    );
  return (
    <Page title={waiverMessages.title} lead={waiverMessages.lead}>
      <Stack gap={4}>
        <FilterBar filters={filters} values={{ filter }} onChange={setValues} />
        <Panel
          reading={reading}
          rows={8}
          isEmpty={() => rows.length === 0 && !reading.hasNextPage}
          empty={empty}
        >
          {() => (
            <Table
              label={waiverMessages.title}
              columns={columns}
              rows={rows}
              rowKey={({ waiverId }) => waiverId}
              onEnd={reading.onEnd}
            />
          )}
        </Panel>
      </Stack>
    </Page>
  );
}
