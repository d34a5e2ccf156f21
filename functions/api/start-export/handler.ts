import { startExport } from '#app/offboarding/exports.ts';
import { serve } from '#runtime/serve.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireExportStarter } from '#runtime/wire/workflow.ts';
import { endpoint } from './endpoint.ts';

export const handler = serve(
  endpoint,
  { store: wireStore, exportStarter: wireExportStarter },
  async ({ caller, now }, ports) => ({ status: 202, body: await startExport({ caller, now }, ports) }),
);
