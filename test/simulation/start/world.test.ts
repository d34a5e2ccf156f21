import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

/** A world with a deployment and a restore, which also have to be the same. */
const small = { days: 0.5, organizations: 5, acts: 30, faults: 0.004, seed: 1, deployments: 1, restores: 1 };

/** Zones on both sides of UTC, of which one has summer time, and languages with other letters, numbers and order. */
const places = [
  { TZ: 'Asia/Tokyo', LC_ALL: 'ja_JP.UTF-8', LANG: 'ja_JP.UTF-8' },
  { TZ: 'America/New_York', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' },
];

test('a seed gives the same digest in whichever time zone and language', () => {
  const runs = places.map((place) => simulate(small, place));
  expect(runs.map(({ violation, failure }) => violation + failure)).toEqual(['', '']);
  expect(runs[0]?.digest).toMatch(/^[0-9a-f]{16}$/);
  expect(runs[1]?.digest).toBe(runs[0]?.digest);
  expect(runs[1]?.events).toBe(runs[0]?.events);
  expect(runs.map(({ restored }) => restored)).toEqual([1, 1]);
}, 240_000);
