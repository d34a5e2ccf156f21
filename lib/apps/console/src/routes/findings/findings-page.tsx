import { useCallback, useMemo, type ReactElement } from 'react';
import { findingMessages } from '@scangate/console/messages/gate/findings.ts';
import { trackedMessages } from '@scangate/console/messages/gate/tracked.ts';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Split } from '@scangate/console/parts/layout/split.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Empty } from '@scangate/console/parts/status/empty.tsx';
import { FilterBar } from '@scangate/console/parts/tables/filter-bar.tsx';
import { hasValue } from '@scangate/console/parts/tables/filters.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';
import { option, text } from '@scangate/console/session/url-parameters.ts';
import { useList } from '@scangate/console/session/use-list.ts';
import { usePeople, type People } from '@scangate/console/session/use-people.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { BulkBar } from './bulk-bar.tsx';
import { findingFilters } from './finding-filters.ts';
import { ages, answers, findingQuery, kinds, severities, states } from './finding-query.ts';
import { SavedFilterBar } from './saved-filter-bar.tsx';
import { keyOfTracked, trackedColumns, type TrackedFinding } from './tracked-columns.tsx';
import { TrackedDetail } from './tracked-detail.tsx';
import { useSelection } from './use-selection.ts';

const view = {
  kind: option(kinds),
  severity: option(severities),
  state: option(states),
  repositoryId: text(),
  assignee: text(),
  minAgeDays: option(ages),
  fixable: option(answers),
  knownExploited: option(answers),
  finding: text(),
};

interface ListProps {
  reading: ReturnType<typeof useList<'list-tracked-findings'>>;
  nameOf: People['nameOf'];
  isSplit: boolean;
  isFiltered: boolean;
  onOpen: (finding: TrackedFinding) => void;
  selection: ReturnType<typeof useSelection>;
}

const List = ({ reading, nameOf, isSplit, isFiltered, onOpen, selection }: ListProps): ReactElement => {
  const columns = useMemo(() => trackedColumns({ nameOf, isSplit, onOpen }), [nameOf, isSplit, onOpen]);
  const words = isFiltered
    ? { title: trackedMessages.noMatch, help: trackedMessages.noMatchHelp }
    : { title: trackedMessages.empty, help: trackedMessages.emptyHelp };
  const hasMore = reading.hasNextPage;
  return (
    <Panel
      reading={reading}
      rows={10}
      isEmpty={(items) => items.length === 0 && !hasMore}
      empty={<Empty title={words.title}>{words.help}</Empty>}
    >
      {(items) => (
        <Table
          label={findingMessages.list}
          columns={columns}
          rows={items}
          rowKey={keyOfTracked}
          onEnd={reading.onEnd}
          selection={selection}
        />
      )}
    </Panel>
  );
};

/** Stands for the names while no row shows one, so that names that come later render no row. */
const nameless: People['nameOf'] = () => undefined;

/** The findings of the organization: found by facets, assigned, noted and waived, one or many at once. */
export default function FindingsPage(): ReactElement {
  const [values, setValues] = useUrlState(view);
  const query = findingQuery(values);
  const selection = useSelection(JSON.stringify(query));
  const reading = useList('list-tracked-findings', { query });
  const { items } = reading;
  const open = items.find((item) => keyOfTracked(item) === values.finding);
  const isSplit = open !== undefined;
  const isAssigned = items.some(({ assignee }) => assignee !== null);
  const { all: people, ...names } = usePeople(isSplit || selection.keys.size > 0 || isAssigned);
  const nameOf = isAssigned ? names.nameOf : nameless;
  const titles = useMemo(() => new Map(items.map(({ fingerprint, title }) => [fingerprint, title])), [items]);
  const filters = useMemo(() => findingFilters({ people }), [people]);
  const onOpen = useCallback(
    (finding: TrackedFinding) => setValues({ finding: keyOfTracked(finding) }),
    [setValues],
  );
  const isFiltered = hasValue(filters, values);
  return (
    <Page title={trackedMessages.title} lead={trackedMessages.lead}>
      <Stack gap={4}>
        <FilterBar
          filters={filters}
          values={values}
          onChange={(change) => setValues({ ...change, finding: '' })}
        />
        <SavedFilterBar isFiltered={isFiltered} />
        <Split
          detail={
            open && (
              <TrackedDetail
                key={values.finding}
                finding={open}
                people={people}
                onClose={() => setValues({ finding: '' })}
              />
            )
          }
        >
          <List {...{ reading, nameOf, isSplit, isFiltered, onOpen, selection }} />
        </Split>
        <BulkBar selection={selection} people={people} titles={titles} />
      </Stack>
    </Page>
  );
}
