import { rejudgeWaivedReleases } from '#app/bundles/rejudge-waived-releases.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireWatchStarter } from '#runtime/wire/workflow.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, watch: wireWatchStarter },
  (_event: unknown, ports, context) => rejudgeWaivedReleases({ ...ports, log }, context),
);
