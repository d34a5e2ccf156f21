import { createScan } from '#app/scans/create-scan.ts';
import { parseScanRequest } from '#contract/schemas/scan-request.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireLazyArtifactCheck } from '#runtime/wire/lazy/artifact-check.ts';
import { wireLazyBlobs } from '#runtime/wire/lazy/blobs.ts';
import { wireLazyEventDispatch } from '#runtime/wire/lazy/event-functions.ts';
import { wireLazyRechargeStarter, wireLazyWorkflowStarter } from '#runtime/wire/lazy/workflow.ts';
import { activeScanLimit, wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  {
    store: wireStore,
    eventDispatch: wireLazyEventDispatch,
    blobs: wireLazyBlobs,
    workflow: wireLazyWorkflowStarter,
    recharge: wireLazyRechargeStarter,
    artifactCheck: wireLazyArtifactCheck,
  },
  ({ caller, body, artifact, idempotency, ids, now }, ports) =>
    createScan(
      { caller, body, artifact, idempotency },
      { ...ports, parseScanRequest, activeScanLimit: activeScanLimit(), ids, log },
      now,
    ),
);
