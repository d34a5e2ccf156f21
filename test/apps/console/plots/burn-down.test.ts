import { expect, test } from 'vitest';
import { balanceSeries, forecastSeries } from '@scangate/console/plots/burn-down.ts';

const balances = [
  { day: '2026-03-01', closing: 100 },
  { day: '2026-03-02', closing: 90 },
];

test('the known balances are a line', () => {
  expect(balanceSeries('core', balances).values.map(({ value }) => value)).toEqual([100, 90]);
});

test('the forecast continues from the last balance and ends at 0', () => {
  const { values, isForecast } = forecastSeries('core', balances, { perDay: 40, until: '2026-04-01' });
  expect(isForecast).toBe(true);
  expect(values).toEqual([
    { day: '2026-03-02', value: 90 },
    { day: '2026-03-03', value: 50 },
    { day: '2026-03-04', value: 10 },
    { day: '2026-03-05', value: 0 },
  ]);
});

test('the forecast ends at the given day', () => {
  const { values } = forecastSeries('core', balances, {
    perDay: 1,
    until: '2026-03-04T12:00:00Z'.slice(0, 10),
  });
  expect(values.at(-1)).toEqual({ day: '2026-03-04', value: 88 });
});

test('without a rate, a future day or a balance there is no forecast', () => {
  expect(forecastSeries('core', balances, { perDay: 0, until: '2026-04-01' }).values).toEqual([]);
  expect(forecastSeries('core', balances, { perDay: 3, until: '2026-03-02' }).values).toEqual([]);
  expect(forecastSeries('core', [], { perDay: 3, until: '2026-04-01' }).values).toEqual([]);
});
