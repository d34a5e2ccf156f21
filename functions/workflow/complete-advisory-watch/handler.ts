import { completeMatch } from '#app/advisory-watch/match-advisories.ts';
import { task } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireSnapshotRecords } from '#runtime/wire/advisories.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, snapshots: wireSnapshotRecords },
  (state: Parameters<typeof completeMatch>[0], ports) => completeMatch(state, ports),
);
