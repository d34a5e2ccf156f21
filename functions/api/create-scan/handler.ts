import { createScan } from '#app/scans/create-scan.ts';
import { parseScanRequest } from '#contract/schemas/scan-request.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireArtifactCheck } from '#runtime/wire/artifact-check.ts';
import { wireBlobReader, wireBlobWriter } from '#runtime/wire/objects/blobs.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { activeScanLimit, wireStore } from '#runtime/wire/store.ts';
import { wireRechargeStarter, wireWorkflowStarter } from '#runtime/wire/workflow.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    blobs: () => ({ ...wireBlobReader(), ...wireBlobWriter() }),
    workflow: wireWorkflowStarter,
    recharge: wireRechargeStarter,
    artifactCheck: wireArtifactCheck,
  },
  ({ caller, body, artifact, idempotency, ids, now }, ports) =>
    createScan(
      { caller, body, artifact, idempotency },
      { ...ports, parseScanRequest, activeScanLimit: activeScanLimit(), ids, log },
      now,
    ),
);
