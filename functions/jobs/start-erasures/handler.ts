import { startErasures } from '#app/offboarding/start-erasures.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireErasureStarter } from '#runtime/wire/workflow.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, erasure: wireErasureStarter },
  (_event: unknown, ports, context) => startErasures({ ...ports, log }, context),
);
