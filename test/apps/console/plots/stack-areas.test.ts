import { expect, test } from 'vitest';
import { stackAreas } from '@scangate/console/plots/stack-areas.ts';

const size = { width: 640, height: 200 };
const day = (name: string, critical: number, high: number) => ({ day: name, counts: { critical, high } });

test('layers are stacked, and the axis goes from 0 to their maximum sum', () => {
  const { frame, areas } = stackAreas(
    [day('2026-03-01', 4, 6), day('2026-03-02', 5, 5)],
    ['critical', 'high'],
    size,
  );
  expect([frame.yTicks[0]?.value, frame.yTicks.at(-1)?.value]).toEqual([0, 10]);
  expect(areas.map(({ id }) => id)).toEqual(['critical', 'high']);
  expect(areas[0]?.path).toContain(`L${frame.x('2026-03-02').toFixed(0)}`);
});

test('a layer that is empty at the end has no label there', () => {
  const { areas } = stackAreas(
    [day('2026-03-01', 4, 6), day('2026-03-02', 0, 5)],
    ['critical', 'high'],
    size,
  );
  expect(areas.map(({ labelY }) => labelY === undefined)).toEqual([true, false]);
});

test('a missing severity of a day counts as 0', () => {
  const { areas } = stackAreas([{ day: '2026-03-01', counts: {} }], ['critical'], size);
  expect(areas[0]?.path).not.toContain('NaN');
});
