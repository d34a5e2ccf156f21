import { describe, expect, test } from 'vitest';
import { plotFrame } from '@scangate/console/plots/plot-frame.ts';

const days = Array.from({ length: 30 }, (_none, index) => `2026-03-${String(index + 1).padStart(2, '0')}`);

describe('the frame of a plot', () => {
  test.each([280, 320, 480, 640, 1_200])('%i wide has day labels that do not overlap', (width) => {
    const { xTicks, right } = plotFrame({ width, height: 180 }, { days, largest: 10, isNamed: true });
    expect(xTicks.length).toBeGreaterThan(0);
    for (const [index, tick] of xTicks.entries()) {
      expect(tick.at).toBeLessThanOrEqual(right);
      if (index > 0) expect(tick.at - (xTicks[index - 1]?.at ?? 0)).toBeGreaterThanOrEqual(64);
    }
  });

  test('of few days names each at most once', () => {
    const { xTicks } = plotFrame(
      { width: 640, height: 180 },
      { days: days.slice(0, 2), largest: 1, isNamed: true },
    );
    expect(xTicks.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-02']);
  });

  test('leaves room for the plot itself however narrow it is', () => {
    const { left, right } = plotFrame({ width: 10, height: 180 }, { days, largest: 1, isNamed: true });
    expect(right).toBeGreaterThan(left);
  });
});
