import type { ReactElement } from 'react';
import { Pager } from './pager.tsx';
import { Table, type TableProps } from './table.tsx';

interface PagedTableProps<T> extends TableProps<T> {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** The rows of a list that is read page by page, and how many of it are shown. */
export const PagedTable = <T,>({ list, ...table }: PagedTableProps<T>): ReactElement => (
  <>
    <Table {...table} />
    <Pager
      shown={table.rows.length}
      hasMore={list.hasNextPage}
      onMore={() => void list.fetchNextPage()}
      busy={list.isFetchingNextPage}
    />
  </>
);
