import { describe, expect, test } from 'vitest';
import { plotLines } from '@scangate/console/plots/plot-lines.ts';

const size = { width: 640, height: 200 };
const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];
const series = (id: string, values: readonly (number | undefined)[]) => ({
  id,
  values: values.map((value, index) => ({ day: days[index] ?? '', value })),
});

describe('lines over days', () => {
  test('have a vertical axis that begins at 0, even when every value is large', () => {
    const { frame } = plotLines([series('open', [900, 901, 905, 903])], size);
    expect(frame.yTicks.map(({ value }) => value)).toEqual([0, 200, 400, 600, 800, 1000]);
    expect(frame.y(0)).toBe(frame.bottom);
  });

  test('have integer ticks, and an axis even when all values are 0', () => {
    const { frame } = plotLines([series('open', [0, 0, 0, 0])], size);
    expect(frame.yTicks.map(({ value }) => value)).toEqual([0, 1]);
  });

  test('have a name at their end, without overlapping others', () => {
    const { lines, frame } = plotLines([series('a', [1, 2]), series('b', [1, 2]), series('c', [0, 0])], size);
    const places = lines.map(({ end }) => end?.labelY ?? 0).toSorted((a, b) => a - b);
    expect(places.every((place, index) => index === 0 || place - (places[index - 1] ?? 0) >= 15)).toBe(true);
    expect(places.every((place) => place >= frame.top && place <= frame.bottom)).toBe(true);
  });

  test('have a gap where a day has no value, and show a single day as a dot', () => {
    const [line] = plotLines([series('fix', [3, undefined, 5, undefined])], size).lines;
    expect(line?.path.match(/M/g)).toHaveLength(2);
    expect(line?.dots).toHaveLength(2);
    expect(line?.end?.x).toBe(line?.dots[1]?.x);
  });

  test('are empty without any value, or with values that are not numbers', () => {
    expect(plotLines([], size).lines).toEqual([]);
    const [line] = plotLines([series('odd', [Number.NaN, Number.POSITIVE_INFINITY])], size).lines;
    expect([line?.path, line?.end]).toEqual(['', undefined]);
  });

  test('mark a forecast', () => {
    const { lines } = plotLines([{ ...series('next', [4, 3]), isForecast: true }], size);
    expect(lines.map(({ isForecast }) => isForecast)).toEqual([true]);
  });

  test('of a single day are a dot above its own tick', () => {
    const { frame, lines } = plotLines([series('open', [7])], size);
    expect(frame.xTicks.map(({ day }) => day)).toEqual(['2026-03-01']);
    expect(lines[0]?.dots).toEqual([{ x: frame.left, y: frame.y(7) }]);
  });
});
