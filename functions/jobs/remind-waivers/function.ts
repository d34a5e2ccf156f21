import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'remind-waivers',
  summary: 'Tells owners and admins a week before a waiver expires.',
  entry: 'functions/jobs/remind-waivers/handler.ts',
  needs: { core: 'write', eventDispatch: 'invoke' },
  memoryMb: 512,
  timeoutSeconds: 600,
  everyMinutes: 60,
});
