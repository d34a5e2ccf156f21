import { syncAdvisorySnapshot } from '#app/advisories/sync-advisories.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireAdvisoryMirror } from '#runtime/wire/advisory-mirror.ts';
import { wireObjectStore } from '#runtime/wire/blobs.ts';
import { spec } from './function.ts';

export const handler = task(spec, { objects: wireObjectStore }, (_event: unknown, { objects }, context) =>
  syncAdvisorySnapshot({ mirror: wireAdvisoryMirror(objects), log }, context),
);
