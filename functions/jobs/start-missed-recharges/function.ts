import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'start-missed-recharges',
  summary: 'Finds pools that are due for a recharge and whose trigger was lost.',
  entry: 'functions/jobs/start-missed-recharges/handler.ts',
  needs: { core: 'read', recharge: 'start' },
  memoryMb: 512,
  timeoutSeconds: 300,
  everyMinutes: 60,
});
