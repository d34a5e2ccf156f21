import { dayMs, hourMs } from '@scangate/domain/instant';
import { expect, test } from 'vitest';
import { KeptSnapshots } from './kept-snapshots.ts';

const open = () => {
  const bucket = new Map<string, Buffer>();
  const objects = { buckets: new Map([['blobs', bucket]]), onPut: (_key: string, _content: Buffer) => {} };
  const scheduler = { now: 0 };
  const advisories: object[] = [];
  const snapshots = new KeptSnapshots({ cloud: { objects }, scheduler, advisories } as never);
  const put = (key: string, text: string): void => {
    bucket.set(key, Buffer.from(text));
    objects.onPut(key, Buffer.from(text));
  };
  const publish = (key: string, records: number): void => {
    put(key, 'a shard');
    put('advisories/current.json', JSON.stringify({ snapshotId: key, shards: { npm: { key, records } } }));
  };
  const told: string[] = [];
  const report = (_invariant: string, what: string) => void told.push(what);
  return { bucket, scheduler, advisories, snapshots, publish, put, told, report };
};

test('an object that no snapshot names any more is removed a month later, and none before', () => {
  const { bucket, scheduler, snapshots, publish, told, report } = open();
  publish('advisories/npm/1', 1);
  publish('advisories/npm/2', 1);
  scheduler.now = 32 * dayMs;
  snapshots.checkObjects(report);
  expect(told).toEqual([]);
  scheduler.now = 34 * dayMs;
  snapshots.checkObjects(report);
  expect(told.splice(0)).toEqual([expect.stringContaining('advisories/npm/1 is there')]);
  bucket.delete('advisories/npm/1');
  snapshots.checkObjects(report);
  expect(told).toEqual([]);
  bucket.delete('advisories/npm/2');
  snapshots.checkObjects(report);
  expect(told).toEqual([expect.stringContaining('advisories/npm/2 is gone')]);
});

test('an advisory is in a snapshot after two syncs at the latest', () => {
  const { snapshots, advisories, publish, told, report } = open();
  advisories.push({ published: '1970-01-01T00:00:00.000Z' });
  snapshots.look(12 * hourMs, 0, report);
  expect(told).toEqual([]);
  snapshots.look(12 * hourMs + 1, 0, report);
  expect(told.splice(0)).toHaveLength(1);
  publish('advisories/npm/1', 1);
  snapshots.look(20 * hourMs, 0, report);
  expect(told).toEqual([]);
});
