import { finishScan } from '#app/scans/workflow/finish-scan.ts';
import { task } from '#runtime/task.ts';
import { wireBlobReader, wireBlobRemover } from '#runtime/wire/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, blobs: () => ({ ...wireBlobReader(), ...wireBlobRemover() }) },
  finishScan,
);
