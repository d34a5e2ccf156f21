import { assembleAuditorPack, type AssembledPack } from '#app/auditor-packs/assemble-auditor-pack.ts';
import { task } from '#runtime/task.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireExportBlobs } from '#runtime/wire/objects/exported-objects.ts';
import { wireSigner, wireVerificationKeys } from '#runtime/wire/keys/signer.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  {
    store: wireStore,
    blobs: wireExportBlobs,
    signer: wireSigner,
    verificationKeys: wireVerificationKeys,
    eventDispatch: wireEventDispatch,
  },
  (input: AssembledPack, ports, context) => assembleAuditorPack(input, ports, context),
);
