import { cancelHistoryScan } from '#app/history-scans/cancel-history-scan.ts';
import { log } from '#runtime/log.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireHistoryStarter } from '#runtime/wire/workflow.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, historyWorkflow: wireHistoryStarter },
  async ({ caller, params, now }, ports) => ({
    status: 200,
    body: await cancelHistoryScan({ caller, ...params }, { ...ports, log }, now),
  }),
);
