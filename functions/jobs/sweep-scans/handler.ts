import { sweepDueScans } from '#app/scans/sweep-scans.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireBlobRemover } from '#runtime/wire/objects/blobs.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireWorkflowResumer } from '#runtime/wire/workflow.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    blobs: wireBlobRemover,
    workflow: wireWorkflowResumer,
  },
  (_event: unknown, ports, context) => sweepDueScans({ ...ports, log }, context),
);
