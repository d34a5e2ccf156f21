import { startHistoryScan } from '#app/history-scans/history-scans.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireHistoryStarter, wireRechargeStarter } from '#runtime/wire/workflow.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  {
    store: wireStore,
    eventDispatch: wireEventDispatch,
    recharge: wireRechargeStarter,
    historyWorkflow: wireHistoryStarter,
  },
  async ({ caller, params: { repositoryId }, body: { historyScanId }, idempotency, now }, ports) => ({
    status: 202,
    body: await startHistoryScan(
      { caller, repositoryId, historyScanId, idempotency },
      { ...ports, log },
      now,
    ),
  }),
);
