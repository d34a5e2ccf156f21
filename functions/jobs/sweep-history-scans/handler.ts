import { sweepHistoryScans } from '#app/history-scans/sweep-history-scans.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireHistoryStarter } from '#runtime/wire/workflow.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    historyWorkflow: wireHistoryStarter,
  },
  (_event: unknown, ports, context) => sweepHistoryScans({ ...ports, log }, context),
);
