import { prepareScan } from '#app/scans/workflow/prepare-scan.ts';
import type { ScanRef } from '#app/scans/load-scan.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireAdvisories, wireLicenseData } from '#runtime/wire/advisories.ts';
import { wireBlobReader, wireBlobWriter } from '#runtime/wire/objects/blobs.ts';
import { wireSourceFetcher } from '#runtime/wire/hosts/source-fetcher.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireRechargeStarter } from '#runtime/wire/workflow.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    blobs: () => ({ ...wireBlobReader(), ...wireBlobWriter() }),
    advisories: wireAdvisories,
    licenseData: wireLicenseData,
    sourceFetcher: wireSourceFetcher,
    recharge: wireRechargeStarter,
  },
  (ref: ScanRef, ports, context) => prepareScan(ref, { ...ports, log }, context),
);
