import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LinePlot, type NamedSeries } from '@scangate/console/plots/line-plot.tsx';

const series: NamedSeries[] = [
  {
    id: 'core',
    name: 'Core',
    tone: 'accent',
    values: [
      { day: '2026-03-01', value: 100 },
      { day: '2026-03-02', value: undefined },
      { day: '2026-03-03', value: 1_080 },
    ],
  },
  { id: 'core', name: 'Core', tone: 'accent', isForecast: true, values: [{ day: '2026-03-04', value: 70 }] },
];

test('a plot has a title and its unit, and names its lines at their end', () => {
  const { container } = render(<LinePlot title="Balance" unit="credits" series={series} />);
  expect(screen.getByRole('img', { name: 'Balance, credits' })).toBeTruthy();
  const texts = [...container.querySelectorAll('svg text')].map((text) => text.textContent);
  expect(texts).toContain('Core');
  expect(texts).toContain('0');
});

test('its numbers are in a table after it, newest first, and a gap is not 0', () => {
  render(<LinePlot title="Balance" unit="credits" series={series} />);
  const table = screen.getByRole('table', { hidden: true });
  const rows = within(table)
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Day', 'Core', 'Core, forecast'],
    ['Mar 4', '–', '70'],
    ['Mar 3', '1,080', '–'],
    ['Mar 2', '–', '–'],
    ['Mar 1', '100', '–'],
  ]);
});
