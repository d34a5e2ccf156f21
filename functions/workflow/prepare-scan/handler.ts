import { rememberBlobs } from '#app/remember-blobs.ts';
import type { ScanRef } from '#app/scans/load-scan.ts';
import { runScan, type ScanRun } from '#app/scans/run-scan.ts';
import { hasEnded } from '#app/scans/scan-end.ts';
import { now } from '#runtime/clock.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { whileActive } from '#runtime/tasks/while-active.ts';
import { wireAdvisories, wireLicenseData, wirePublishedPoms } from '#runtime/wire/advisories.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireSourceFetcher } from '#runtime/wire/hosts/source-fetcher.ts';
import { wireSigner } from '#runtime/wire/keys/signer.ts';
import { wireBlobReader, wireBlobRemover, wireBlobWriter } from '#runtime/wire/objects/blobs.ts';
import { wirePublicAddress } from '#runtime/wire/public-address.ts';
import { wireScanTasks } from '#runtime/wire/scan-tasks.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireRechargeStarter } from '#runtime/wire/workflow.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    blobs: () => ({ ...wireBlobReader(), ...wireBlobWriter(), ...wireBlobRemover() }),
    advisories: wireAdvisories,
    licenseData: wireLicenseData,
    publishedPoms: wirePublishedPoms,
    sourceFetcher: wireSourceFetcher,
    scanTasks: wireScanTasks,
    recharge: wireRechargeStarter,
    signer: wireSigner,
    publicAddress: wirePublicAddress,
  },
  whileActive(
    { hasEnded, resultOf: (): ScanRun => ({ status: 'ended', rest: [] }) },
    (ref: ScanRef, { blobs, ...ports }, context) =>
      runScan(ref, { ...ports, blobs: rememberBlobs(blobs), clock: { now }, log }, context),
  ),
);
