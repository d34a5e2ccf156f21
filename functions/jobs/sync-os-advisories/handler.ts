import { distributionRounds, syncAdvisorySnapshot } from '#app/advisories/sync-advisories.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireAdvisoryMirror } from '#runtime/wire/advisory-mirror.ts';
import { wireObjectStore } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireSnapshotRecords } from '#runtime/wire/advisories.ts';
import { wireWatchStarter } from '#runtime/wire/workflow.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  {
    objects: wireObjectStore,
    snapshots: wireSnapshotRecords,
    store: wireStore,
    watch: wireWatchStarter,
  },
  (_event: unknown, { objects, ...ports }, context) =>
    syncAdvisorySnapshot({ mirror: wireAdvisoryMirror(objects), ...ports, log }, context, distributionRounds),
);
