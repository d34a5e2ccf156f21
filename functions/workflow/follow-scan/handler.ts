import type { ScanRef } from '#app/scans/load-scan.ts';
import { followScan } from '#app/tracking/follow-scan.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireBlobReader } from '#runtime/wire/blobs.ts';
import { wireSourceCheck } from '#runtime/wire/source-check.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, blobs: wireBlobReader, sourceCheck: wireSourceCheck },
  (ref: ScanRef, ports) => followScan(ref, { ...ports, log }),
);
