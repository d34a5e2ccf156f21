import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'match-advisories',
  summary:
    'Matches what a published snapshot changed with the component index, and lists the units concerned.',
  entry: 'functions/workflow/match-advisories/handler.ts',
  needs: { core: 'write', snapshots: 'read', watch: 'list' },
  memoryMb: 3008,
  timeoutSeconds: 900,
});
