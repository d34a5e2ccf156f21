import { writeAuditorPackSlice, type SliceRef } from '#app/auditor-packs/write-auditor-pack-slice.ts';
import { task } from '#runtime/task.ts';
import { wireExportBlobs } from '#runtime/wire/objects/exported-objects.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(spec, { store: wireStore, blobs: wireExportBlobs }, (input: SliceRef, ports) =>
  writeAuditorPackSlice(input, ports),
);
