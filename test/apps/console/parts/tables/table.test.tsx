import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { nextSort, type Column, type Sort } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';

interface Row {
  id: string;
}

const rowsTo = (count: number): Row[] => Array.from({ length: count }, (_none, at) => ({ id: `row ${at}` }));
const rowKey = ({ id }: Row): string => id;
const renders = vi.fn<(id: string) => void>();

const columns: readonly Column<Row>[] = [
  {
    key: 'id',
    title: 'Name',
    sortable: true,
    cell: ({ id }) => {
      renders(id);
      return id;
    },
  },
];

const Selectable = ({ rows }: { rows: readonly Row[] }) => {
  const [keys, onChange] = useState<ReadonlySet<string>>(new Set());
  return <Table label="Rows" columns={columns} rows={rows} rowKey={rowKey} selection={{ keys, onChange }} />;
};

describe('a table', () => {
  test('counts all rows of the list, rendered or not', () => {
    render(<Table label="Rows" columns={columns} rows={rowsTo(2)} rowKey={rowKey} total={40} />);
    expect(screen.getByRole('table', { name: 'Rows' }).getAttribute('aria-rowcount')).toBe('41');
    const indexes = screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'));
    expect(indexes).toEqual(['1', '2', '3']);
  });

  test('does not guess a count while more pages follow', () => {
    render(<Table label="Rows" columns={columns} rows={rowsTo(2)} rowKey={rowKey} onEnd={() => undefined} />);
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
  });

  test.each([2_000, 10_000, 100_000])('renders few of %i rows', (count) => {
    render(<Table label="Rows" columns={columns} rows={rowsTo(count)} rowKey={rowKey} />);
    expect(document.querySelectorAll('*').length).toBeLessThan(1_500);
  });

  test('requests the next page when the end of the list is near, and not while it is far', () => {
    const onEnd = vi.fn<() => void>();
    render(<Table label="Rows" columns={columns} rows={rowsTo(50)} rowKey={rowKey} onEnd={onEnd} />);
    expect(onEnd).toHaveBeenCalled();
    cleanup();
    onEnd.mockClear();
    render(<Table label="Rows" columns={columns} rows={rowsTo(200)} rowKey={rowKey} onEnd={onEnd} />);
    expect(onEnd).not.toHaveBeenCalled();
  });

  test('sorts by a heading, ascending first', async () => {
    const onSort = vi.fn<(sort: Sort) => void>();
    render(<Table label="Rows" columns={columns} rows={rowsTo(1)} rowKey={rowKey} onSort={onSort} />);
    await userEvent.click(screen.getByRole('button', { name: 'Sort by Name' }));
    expect(onSort).toHaveBeenCalledWith({ key: 'id', direction: 'ascending' });
    expect(nextSort({ key: 'id', direction: 'ascending' }, 'id').direction).toBe('descending');
    expect(nextSort({ key: 'id', direction: 'ascending' }, 'at').direction).toBe('ascending');
  });

  test('selecting one row re-renders no other', async () => {
    render(<Selectable rows={rowsTo(5)} />);
    renders.mockClear();
    await act(async () => screen.getByRole('checkbox', { name: 'Select 3' }).click());
    expect(renders.mock.calls.map(([id]) => id)).toEqual(['row 2']);
    const selected = screen.getAllByRole('row').filter((row) => row.getAttribute('aria-selected') === 'true');
    expect(selected).toHaveLength(1);
  });

  test('selects all visible rows, and none', async () => {
    render(<Selectable rows={rowsTo(3)} />);
    const all = screen.getByRole('checkbox', { name: 'Select all rows shown' });
    await userEvent.click(all);
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(4);
    await userEvent.click(all);
    expect(screen.queryAllByRole('checkbox', { checked: true })).toHaveLength(0);
  });
});
