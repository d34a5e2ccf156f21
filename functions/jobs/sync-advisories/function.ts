import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'sync-advisories',
  summary: 'Brings the advisory snapshot up to date with the OSV dumps, in one atomic switch.',
  entry: 'functions/jobs/sync-advisories/handler.ts',
  needs: { core: 'write', advisories: 'write', snapshots: 'read', watch: 'start' },
  memoryMb: 2048,
  timeoutSeconds: 900,
  ephemeralMb: 2048,
  everyMinutes: 6 * 60,
});
