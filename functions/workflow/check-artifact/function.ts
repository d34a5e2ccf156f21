import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'check-artifact',
  summary: 'Reads an uploaded lockfile or validates a CycloneDX SBOM before a scan is created from it.',
  entry: 'functions/workflow/check-artifact/handler.ts',
  needs: { blobs: { read: ['incoming'] } },
  memoryMb: 1024,
  timeoutSeconds: 25,
});
