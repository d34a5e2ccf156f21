import { quoteHistoryScan } from '#app/history-scans/quote-history-scan.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireHistoryStarter } from '#runtime/wire/workflow.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, historyWorkflow: wireHistoryStarter },
  async ({ caller, params: { repositoryId }, idempotency, ids, now }, ports) => ({
    status: 202,
    body: await quoteHistoryScan({ caller, repositoryId, idempotency }, { ...ports, ids, log }, now),
  }),
);
