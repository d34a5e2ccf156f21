import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'scan-unit',
  summary: 'Runs the engines of project units of any size and stores assessment, findings and SBOM.',
  entry: 'functions/workflow/scan-unit/handler.ts',
  needs: {
    core: 'read',
    blobs: { read: ['work', 'incoming', 'results'], write: ['results'] },
    fingerprintKeys: true,
    advisories: 'read',
    publishedPoms: 'read',
    licenseSource: true,
    outbound: true,
  },
  memoryMb: 2048,
  timeoutSeconds: 600,
  ephemeralMb: 4096,
  loadsOnDemand: true,
});
