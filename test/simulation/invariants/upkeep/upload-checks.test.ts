import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryStore } from '#adapters/memory/store.ts';
import { minuteMs } from '@scangate/domain/instant';
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

interface Changed {
  /** Changes the scan; undefined removes it. */
  scan?: object | undefined;
  given?: Partial<GivenUpload>;
  /** The scan that the record of the upload names; undefined for a record that is gone. */
  inRecord?: string | undefined;
  forgottenAt?: number;
  isErased?: boolean;
}

/** Checks an upload whose scan is as it is, or otherwise. */
const check = async (changed: Changed) => {
  const store = new MemoryStore();
  const scanId = 'inRecord' in changed ? changed.inRecord : 's';
  const isThere = !('scan' in changed) || changed.scan !== undefined;
  const rows = [
    ...(scanId ? [['upload', { organizationId: 'o', uploadId: 'a', scanId }] as const] : []),
    ...(isThere ? [['scan', { ...scan, ...changed.scan }] as const] : []),
    ...(changed.isErased ? [['erased', { organizationId: 'o' }] as const] : []),
  ];
  for (const [record, item] of rows) await store.commit([{ change: 'insert', record, item }] as never);
  const world = {
    uploads: new Map([['a', { ...given, ...changed.given }]]),
    restores: { isForgotten: (at: number) => at === changed.forgottenAt },
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
  const twice = { given: { scanIds: ['t'] } };
  const told = ['upload: a was used for t and s', 'upload: the scan t of a is not there'];
  expect(await check(twice)).toEqual({ told, compared: 1 });
  expect((await check({ ...twice, forgottenAt: 3 * minuteMs })).told).toEqual([]);
});

test('a scan that was answered or is named by its upload is there, but for what a restore or an erasure removed', async () => {
  const gone = { scan: undefined, inRecord: undefined };
  const missing = { told: ['upload: the scan s of a is not there'], compared: 0 };
  expect(await check(gone)).toEqual(missing);
  expect(await check({ scan: undefined, given: { scanIds: [] } })).toEqual(missing);
  expect(await check({ ...gone, forgottenAt: 0 })).toEqual({ told: [], compared: 0 });
  expect(await check({ ...gone, isErased: true })).toEqual({ told: [], compared: 0 });
});

test('a scan whose answer was lost is compared with the uploads of its organization once no record names it', async () => {
  const lost = { inRecord: undefined, given: { scanIds: [] } };
  expect(await check(lost)).toEqual({ told: [], compared: 1 });
  const told = ['upload: s is of no upload that was given'];
  expect(await check({ ...lost, scan: { commitHash: 'other' } })).toEqual({ told, compared: 1 });
  expect(await check({ ...lost, scan: { organizationId: 'p' } })).toEqual({ told, compared: 1 });
});

test('a completed scan without units has compared no packages', async () => {
  const told = ['upload: the scan of a has no unit'];
  expect(await check({ scan: { status: 'completed', units: [] } })).toEqual({ told, compared: 1 });
});
