import { minuteMs } from '@scangate/domain/instant';
import { expect, test } from 'vitest';
import { Rereads } from './rereads.ts';

const open = () => {
  const clock = { now: 0 };
  const told: string[] = [];
  const rereads = new Rereads(() => clock.now);
  rereads.onDifference = (what) => void told.push(what);
  const read = (change: ReturnType<Rereads['begin']>, name: string) =>
    rereads.compare(change, { wanted: { name: 'a' }, found: { name, other: 1 } });
  return { clock, told, rereads, read };
};

test('a change beside which there was no other is what is read', () => {
  const { rereads, read, told } = open();
  const change = rereads.begin('the name');
  rereads.end(change);
  read(change, 'a');
  expect([told, rereads.compared]).toEqual([[], 1]);
  read(change, 'b');
  expect(told).toEqual([expect.stringContaining('["b","a"]')]);
});

test('nobody knows what is read beside another change, or after a restore', () => {
  const { clock, rereads, read, told } = open();
  const lost = rereads.begin('the name');
  clock.now = 4 * minuteMs;
  const change = rereads.begin('the name');
  rereads.end(change);
  read(change, 'b');
  const later = rereads.begin('the name');
  rereads.forget();
  read(later, 'b');
  expect([told, rereads.compared, lost.endedAt]).toEqual([[], 0, undefined]);
});

test('an earlier change is over after its certain end, or when it can no longer come', () => {
  const { clock, rereads, read, told } = open();
  rereads.end(rereads.begin('the name'));
  rereads.begin('the name');
  clock.now = 6 * minuteMs;
  const change = rereads.begin('the name');
  read(change, 'b');
  expect(told).toHaveLength(1);
});
