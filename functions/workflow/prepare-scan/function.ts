import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'prepare-scan',
  summary: 'Fetches the commit of a scan, finds its project units and charges new ones.',
  entry: 'functions/workflow/prepare-scan/handler.ts',
  needs: {
    core: 'write',
    ledger: 'append',
    blobs: { stream: ['work'] },
    vault: 'open',
    sources: true,
    recharge: 'start',
  },
  memoryMb: 2048,
  timeoutSeconds: 600,
  ephemeralMb: 4096,
});
