import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'compare-base',
  summary: 'Judges the base of a scan as its head is judged, and compares both.',
  entry: 'functions/workflow/compare-base/handler.ts',
  needs: { core: 'write', blobs: { read: ['results'] }, advisories: 'read' },
  memoryMb: 2048,
  timeoutSeconds: 600,
});
