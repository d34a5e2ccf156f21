import { finishScan } from '#app/scans/workflow/finish-scan.ts';
import { log } from '#runtime/log.ts';
import { task } from '#runtime/task.ts';
import { wireBlobReader, wireBlobRemover } from '#runtime/wire/objects/blobs.ts';
import { wirePublicAddress } from '#runtime/wire/public-address.ts';
import { wireSigner } from '#runtime/wire/keys/signer.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    blobs: () => ({ ...wireBlobReader(), ...wireBlobRemover() }),
    signer: wireSigner,
    publicAddress: wirePublicAddress,
  },
  (state: Parameters<typeof finishScan>[0], ports, context) => finishScan(state, { ...ports, log }, context),
);
