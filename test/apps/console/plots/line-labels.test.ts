import { expect, test } from 'vitest';
import { placeLabels } from '@scangate/console/plots/line-labels.ts';

const bounds = { top: 0, bottom: 100, distance: 15 };

test('a name is placed where its line ends', () => {
  expect([
    ...placeLabels(
      [
        { id: 'a', y: 20 },
        { id: 'b', y: 70 },
      ],
      bounds,
    ),
  ]).toEqual([
    ['a', 20],
    ['b', 70],
  ]);
});

test('names at the lower end move up, in the order of their lines', () => {
  const places = placeLabels(
    [
      { id: 'b', y: 99 },
      { id: 'a', y: 100 },
      { id: 'c', y: 98 },
    ],
    bounds,
  );
  expect([...places]).toEqual([
    ['c', 70],
    ['b', 85],
    ['a', 100],
  ]);
});
