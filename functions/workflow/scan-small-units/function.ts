import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'scan-small-units',
  summary: 'Runs the engines of small project units and stores assessment, findings and SBOM.',
  entry: 'functions/workflow/scan-small-units/handler.ts',
  needs: {
    core: 'read',
    blobs: { read: ['work', 'incoming', 'results'], write: ['results'] },
    fingerprintKeys: true,
    advisories: 'read',
    publishedPoms: 'read',
    licenseSource: true,
    outbound: true,
  },
  memoryMb: 1024,
  timeoutSeconds: 600,
  loadsOnDemand: true,
});
