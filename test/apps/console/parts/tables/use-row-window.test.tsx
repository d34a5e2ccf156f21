import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Column } from '@scangate/console/parts/tables/column.ts';
import { Table } from '@scangate/console/parts/tables/table.tsx';

const columns: readonly Column<string>[] = [{ key: 'id', title: 'Name', cell: (id) => id }];
const rows = Array.from({ length: 1_000 }, (_none, at) => `row ${at}`);
const rowHeight = 36;

const resized: (() => void)[] = [];

class Observer {
  constructor(onResize: () => void) {
    resized.push(onResize);
  }
  observe = (): void => undefined;
  unobserve = (): void => undefined;
  disconnect = (): void => undefined;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** The numbers of the first and last row that are drawn. */
const drawn = (): [number, number] => {
  const indexes = Array.from(document.querySelectorAll('tbody tr[aria-rowindex]'), (row) =>
    Number(row.getAttribute('aria-rowindex')),
  );
  return [Math.min(...indexes) - 2, Math.max(...indexes) - 2];
};

test('the visible rows are rendered after something above the table grew', () => {
  vi.stubGlobal('ResizeObserver', Observer);
  let above = 100;
  vi.spyOn(HTMLTableSectionElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, above - window.scrollY, 800, rows.length * rowHeight),
  );
  render(<Table label="Rows" columns={columns} rows={rows} rowKey={(id) => id} />);
  above = 2_100;
  act(() => resized.forEach((notify) => notify()));
  act(() => window.scrollTo(0, 4_000));
  fireEvent.scroll(window);
  const [first, last] = drawn();
  expect(first * rowHeight + above).toBeLessThanOrEqual(window.scrollY);
  expect((last + 1) * rowHeight + above).toBeGreaterThanOrEqual(window.scrollY + window.innerHeight);
  expect(last - first).toBeLessThan(60);
});
