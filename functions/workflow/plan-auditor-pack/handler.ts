import type { PackRef } from '#app/auditor-packs/auditor-pack-objects.ts';
import { planAuditorPack } from '#app/auditor-packs/plan-auditor-pack.ts';
import { task } from '#runtime/task.ts';
import { wireBlobWriter } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(spec, { store: wireStore, blobs: wireBlobWriter }, (input: PackRef, ports) =>
  planAuditorPack(input, ports),
);
