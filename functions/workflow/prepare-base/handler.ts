import { prepareBase, unavailable } from '#app/scans/workflow/prepare-base.ts';
import type { ScanRef } from '#app/scans/load-scan.ts';
import { hasEnded } from '#app/scans/scan-end.ts';
import { task } from '#runtime/task.ts';
import { whileActive } from '#runtime/tasks/while-active.ts';
import { wireBlobReader } from '#runtime/wire/objects/blobs.ts';
import { wireSourceFetcher } from '#runtime/wire/hosts/source-fetcher.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, blobs: wireBlobReader, sourceFetcher: wireSourceFetcher },
  whileActive(
    { hasEnded, resultOf: () => unavailable('base_not_available') },
    (ref: ScanRef, ports, context) => prepareBase(ref, ports, context),
  ),
);
