import { matchAdvisories } from '#app/advisory-watch/match-advisories.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireSnapshotRecords } from '#runtime/wire/advisories.ts';
import { wireWatchLists } from '#runtime/wire/objects/blobs.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, snapshots: wireSnapshotRecords, lists: wireWatchLists },
  (request: Parameters<typeof matchAdvisories>[0], ports, context) =>
    matchAdvisories(request, { ...ports, log }, context),
);
