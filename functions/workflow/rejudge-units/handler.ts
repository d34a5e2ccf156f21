import { rejudgeUnits, type UnitsToRejudge } from '#app/advisory-watch/rejudge-units.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireAdvisories, wireLicenseData, wireSnapshotRecords } from '#runtime/wire/advisories.ts';
import { wireBlobReader, wireBlobWriter } from '#runtime/wire/objects/blobs.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

/** A batch as passed by a distributed map. */
interface Batch {
  BatchInput: Omit<UnitsToRejudge, 'items'>;
  Items: UnitsToRejudge['items'];
}

export const handler = task(
  spec,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    blobs: () => ({ ...wireBlobReader(), ...wireBlobWriter() }),
    advisories: wireAdvisories,
    licenseData: wireLicenseData,
    snapshots: wireSnapshotRecords,
  },
  ({ BatchInput: input, Items: items }: Batch, ports, context) =>
    rejudgeUnits({ ...input, items }, { ...ports, log }, context),
);
