import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'erase-organization',
  summary: 'Erases a closed organization, as far as the time goes.',
  entry: 'functions/workflow/erase-organization/handler.ts',
  needs: {
    core: 'write',
    blobs: { read: ['index', 'results'] },
    eraser: true,
    paymentProvider: true,
    ledgerSeals: 'sign',
    mailer: true,
  },
  memoryMb: 512,
  timeoutSeconds: 840,
});
