import { prepareScan } from '#app/scans/workflow/prepare-scan.ts';
import type { ScanRef } from '#app/scans/load-scan.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireBlobStreamer } from '#runtime/wire/blob-streamer.ts';
import { wireSourceArchive } from '#runtime/wire/source-archive.ts';
import { wireSources } from '#runtime/wire/sources.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireVaultOpener } from '#runtime/wire/vault.ts';
import { wireRechargeStarter } from '#runtime/wire/workflow.ts';
import { spec } from './function.ts';

const sourceArchive = wireSourceArchive();

export const handler = task(
  spec,
  {
    store: wireStore,
    blobs: wireBlobStreamer,
    vault: wireVaultOpener,
    sources: wireSources,
    recharge: wireRechargeStarter,
  },
  (ref: ScanRef, ports, context) => prepareScan(ref, { ...ports, sourceArchive, log }, context),
);
