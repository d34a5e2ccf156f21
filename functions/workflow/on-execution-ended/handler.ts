import { endScanOfExecution, type ExecutionEnded } from '#app/scans/workflow/end-scan-of-execution.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireBlobRemover } from '#runtime/wire/objects/blobs.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireScanTasks } from '#runtime/wire/scan-tasks.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    blobs: wireBlobRemover,
    scanTasks: wireScanTasks,
  },
  (event: ExecutionEnded, ports, context) => endScanOfExecution(event, { ...ports, log }, context),
);
