import type { PackRef } from '#app/auditor-packs/pack-objects.ts';
import { planPack } from '#app/auditor-packs/plan-pack.ts';
import { task } from '#runtime/task.ts';
import { wireBlobWriter } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(spec, { store: wireStore, blobs: wireBlobWriter }, (input: PackRef, ports) =>
  planPack(input, ports),
);
