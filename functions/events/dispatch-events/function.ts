import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'dispatch-events',
  summary: 'Makes the deliveries of events for the subscribers of an organization, and starts them.',
  entry: 'functions/events/dispatch-events/handler.ts',
  needs: { core: 'write', deliveries: 'start' },
  memoryMb: 512,
  timeoutSeconds: 60,
});
