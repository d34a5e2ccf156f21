import type { ArgumentsOf, ItemOf } from '@scangate/client';
import { useMemo, type ReactElement } from 'react';
import { actionName, auditActions } from '@scangate/console/messages/organization/audit-actions.ts';
import { auditMessages } from '@scangate/console/messages/organization/audit.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { FilterBar } from '@scangate/console/parts/tables/filter-bar.tsx';
import type { Filter } from '@scangate/console/parts/tables/filters.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { calendarDay, option, text, type UrlState } from '@scangate/console/session/url-parameters.ts';
import { useList } from '@scangate/console/session/use-list.ts';
import { usePeople, type People } from '@scangate/console/session/use-people.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { actorName } from './actor-name.ts';
import { EventDialog } from './event-dialog.tsx';

export type AuditEvent = ItemOf<'list-audit-events'>;

const parameters = {
  action: option(auditActions),
  personId: text(),
  target: text(),
  from: calendarDay(),
  to: calendarDay(),
  event: text(),
} as const;

type Query = NonNullable<NonNullable<ArgumentsOf<'list-audit-events'>[0]>['query']>;

const queryOf = ({ event: _event, ...filters }: UrlState<typeof parameters>): Query =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')) as Query;

const filtersFor = (people: People): readonly Filter[] => [
  {
    kind: 'choice',
    name: 'action',
    label: auditMessages.action,
    options: auditActions.map((value) => ({ value, label: actionName(value) })),
  },
  {
    kind: 'choice',
    name: 'personId',
    label: auditMessages.person,
    options: people.all.map(({ personId, displayName }) => ({
      value: personId,
      label: markedText(displayName),
    })),
  },
  { kind: 'text', name: 'target', label: auditMessages.target },
  { kind: 'period', from: 'from', to: 'to', label: auditMessages.period },
];

const columnsFor = (people: People, open: (eventId: string) => void): readonly Column<AuditEvent>[] => [
  { key: 'at', title: auditMessages.at, width: '8rem', cell: ({ at }) => <Instant at={at} /> },
  { key: 'action', title: auditMessages.action, width: '14rem', cell: ({ action }) => actionName(action) },
  {
    key: 'actor',
    title: auditMessages.actor,
    cell: ({ actor }) => <Text value={actorName(actor, people)} cut="middle" />,
  },
  {
    key: 'target',
    title: auditMessages.target,
    hideBelow: 'narrow',
    cell: ({ target }) => (target === undefined ? null : <Text value={target} cut="middle" />),
  },
  {
    key: 'details',
    title: auditMessages.details,
    width: '6rem',
    cell: ({ eventId }) => (
      <Button kind="quiet" onClick={() => open(eventId)}>
        {auditMessages.show}
      </Button>
    ),
  },
];

/** The page says who changed what, with the values before and after. */
export default function AuditPage(): ReactElement {
  const [values, set] = useUrlState(parameters);
  const people = usePeople();
  const query = queryOf(values);
  const list = useList('list-audit-events', { query: { ...query, limit: 100 } });
  const filters = useMemo(() => filtersFor(people), [people]);
  const columns = useMemo(() => columnsFor(people, (event) => set({ event })), [people, set]);
  const opened = list.items.find(({ eventId }) => eventId === values.event);
  const csv = new URLSearchParams({ ...(query as Record<string, string>), format: 'csv' });
  const isFiltered = Object.keys(query).length > 0;
  return (
    <Page
      title={pageTitles.audit}
      actions={<a href={`/v1/audit-events?${csv.toString()}`}>{auditMessages.csv}</a>}
    >
      <Stack gap={4}>
        <FilterBar filters={filters} values={values} onChange={set} />
        <Panel
          reading={list}
          rows={10}
          isEmpty={(items) => items.length === 0 && !list.hasNextPage}
          empty={
            <Empty title={isFiltered ? auditMessages.noMatch : auditMessages.empty}>
              {isFiltered ? auditMessages.noMatchHelp : auditMessages.emptyHelp}
            </Empty>
          }
        >
          {(items) => (
            <Table
              label={auditMessages.list}
              columns={columns}
              rows={items}
              rowKey={({ eventId }) => eventId}
              onEnd={list.onEnd}
            />
          )}
        </Panel>
      </Stack>
      {opened && (
        <EventDialog event={opened} people={people} onClose={() => set({ event: '' }, { replace: true })} />
      )}
    </Page>
  );
}
