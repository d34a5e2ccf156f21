import { rememberBlobs } from '#app/remember-blobs.ts';
import type { ScanRef } from '#app/scans/load-scan.ts';
import { trackDefaultBranch } from '#app/tracking/track-default-branch.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireBlobReader, wireBlobRemover, wireBlobWriter } from '#runtime/wire/objects/blobs.ts';
import { wireSourceCheck } from '#runtime/wire/hosts/source-check.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireWatchStarter } from '#runtime/wire/workflow.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    blobs: () => ({ ...wireBlobReader(), ...wireBlobWriter(), ...wireBlobRemover() }),
    sourceCheck: wireSourceCheck,
    watch: wireWatchStarter,
  },
  (ref: ScanRef, { blobs, ...ports }, context) =>
    trackDefaultBranch(ref, { ...ports, blobs: rememberBlobs(blobs), log }, context),
);
