import { rememberBlobs } from '#app/remember-blobs.ts';
import { sweepDueScans } from '#app/scans/sweep-scans.ts';
import { trackDefaultBranch } from '#app/tracking/track-default-branch.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireSourceCheck } from '#runtime/wire/hosts/source-check.ts';
import { wireBlobReader, wireBlobRemover, wireBlobWriter } from '#runtime/wire/objects/blobs.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireWatchStarter, wireWorkflowResumer } from '#runtime/wire/workflow.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    blobs: () => ({ ...wireBlobReader(), ...wireBlobWriter(), ...wireBlobRemover() }),
    sourceCheck: wireSourceCheck,
    watch: wireWatchStarter,
    workflow: wireWorkflowResumer,
  },
  (_event: unknown, { blobs, ...ports }, context) => {
    const tracking = { ...ports, blobs: rememberBlobs(blobs), log };
    const follow = (ref: { organizationId: string; scanId: string }) =>
      trackDefaultBranch(ref, tracking, context);
    return sweepDueScans({ ...ports, blobs, follow, log }, context);
  },
);
