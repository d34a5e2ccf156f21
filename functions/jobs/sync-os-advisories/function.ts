import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'sync-os-advisories',
  summary:
    'Brings the advisories of operating-system packages up to date, each distribution in a switch of its own.',
  entry: 'functions/jobs/sync-os-advisories/handler.ts',
  needs: { core: 'write', advisories: 'write', snapshots: 'read', watch: 'start' },
  memoryMb: 4096,
  timeoutSeconds: 900,
  ephemeralMb: 4096,
  everyMinutes: 24 * 60,
});
