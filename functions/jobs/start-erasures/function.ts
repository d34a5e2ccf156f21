import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'start-erasures',
  summary: 'Starts the erasure of organizations whose 30 days are over.',
  entry: 'functions/jobs/start-erasures/handler.ts',
  needs: { core: 'write', erasure: 'start' },
  memoryMb: 256,
  timeoutSeconds: 900,
  everyMinutes: 60,
});
