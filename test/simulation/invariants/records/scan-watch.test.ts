import { minuteMs } from '@scangate/domain/instant';
import { expect, test } from 'vitest';
import { ScanWatch } from '../scan-watch.ts';

const key = { pk: 'ORG#1', sk: 'SCAN#1' };
const running = { ...key, status: 'running', units: [{ projectUnitId: 'u', status: 'running' }] };
const ended = {
  ...key,
  status: 'completed',
  verdict: { verdict: 'PASS' },
  units: [{ projectUnitId: 'u', status: 'completed', charge: { core: 1 } }],
};

const openWatch = () => {
  const told: string[] = [];
  const watch = new ScanWatch((invariant, what) => void told.push(`${invariant}: ${what}`), 110 * minuteMs);
  const commit = (before: object | undefined, after: object, now: number, isLate = false): string[] => {
    watch.onCommit([{ table: 'Core', before, after } as never], { now, isLate });
    return told.splice(0);
  };
  const look = (now: number): string[] => {
    watch.look(now);
    return told.splice(0);
  };
  return { watch, commit, look };
};

const late = ['liveness: ORG#1 SCAN#1 does not end in time'];

test('a scan ends in its time, whatever it says of when it is due', () => {
  const { commit, look } = openWatch();
  commit(undefined, { ...running, dueAt: '2030-01-01T00:00:00.000Z' }, 0);
  expect(look(110 * minuteMs)).toEqual([]);
  expect(look(111 * minuteMs)).toEqual(late);
  expect(commit(running, ended, 112 * minuteMs)).toEqual(late);
  expect(look(113 * minuteMs)).toEqual([]);
});

test('a scan may end later while everything may be late', () => {
  const { commit } = openWatch();
  commit(undefined, running, 0);
  expect(commit(running, ended, 112 * minuteMs, true)).toEqual([]);
});

test.each([
  ['status', { status: 'cancelled' }],
  ['charge', { charge: { core: 2 } }],
])('the %s of a unit stays as it was when its scan ended', (_field, changed) => {
  const { commit } = openWatch();
  commit(undefined, running, 0);
  commit(running, ended, 1);
  const units = ended.units.map((unit) => ({ ...unit, ...changed }));
  expect(commit(ended, { ...ended, units }, 2)).toEqual([
    'terminal: ORG#1 SCAN#1: a unit changed after its end',
  ]);
  expect(commit(ended, { ...ended, purgedAt: 'now' }, 2)).toEqual([]);
});
