import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { GivenUpload } from '#test/simulation/actors/upkeep/uploads.ts';
import { checkUploads } from './upload-checks.ts';

beforeEach(() => void vi.stubEnv('DATA_BUCKET', 'data'));
afterEach(() => void vi.unstubAllEnvs());

const given: GivenUpload = {
  organizationId: 'o',
  request: { repositoryId: 'r', commitHash: 'c', projectUnitId: 'u', branch: 'main' },
  packages: { alpha: '1.0.0' },
  sha256: 'digest',
  at: 0,
  scanIds: ['s'],
};
const scan = {
  organizationId: 'o',
  scanId: 's',
  ...given.request,
  status: 'queued',
  artifact: { sha256: 'digest' },
};

/** Checks an upload whose scan is as it is, or otherwise. */
const check = async (changed: { scan?: object; given?: Partial<GivenUpload>; isForgotten?: boolean }) => {
  const store = new MemoryStore();
  const rows = [
    ['upload', { organizationId: 'o', uploadId: 'a', scanId: 's', contentLength: 1, createdAt: 'now' }],
    ['scan', { ...scan, ...changed.scan }],
  ] as const;
  for (const [record, item] of rows) await store.commit([{ change: 'insert', record, item }] as never);
  const world = {
    uploads: new Map([['a', { ...given, ...changed.given }]]),
    restores: { isForgotten: () => changed.isForgotten ?? false },
    cloud: { direct: {} },
  };
  const told: string[] = [];
  const compared = await checkUploads(world as never, store, (invariant, what) =>
    told.push(`${invariant}: ${what}`),
  );
  return { told, compared };
};

test('the scan of an upload has the fields and the bytes that were given', async () => {
  expect(await check({})).toEqual({ told: [], compared: 1 });
  expect((await check({ scan: { branch: 'other' } })).told).toEqual([
    'upload: the scan of a has branch other',
  ]);
  expect((await check({ scan: { artifact: undefined } })).told).toEqual([
    'upload: the scan of a is not of the bytes that were given',
  ]);
});

test('an upload is used for one scan, but for what a restore has forgotten', async () => {
  const twice = { scanIds: ['s', 't'] };
  expect((await check({ given: twice })).told).toEqual(['upload: a was used for s and t']);
  expect((await check({ given: twice, isForgotten: true })).told).toEqual([]);
});
