import { purgeExpiredPayloads } from '#app/scans/purge-payloads.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireBlobReader, wireBlobRemover } from '#runtime/wire/objects/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, blobs: () => ({ ...wireBlobReader(), ...wireBlobRemover() }) },
  (_event: unknown, ports, context) => purgeExpiredPayloads({ ...ports, log }, context),
);
