import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'sweep-events',
  summary: 'Starts the fan-out of events and the deliveries that are due, whatever was lost on the way.',
  entry: 'functions/events/sweep-events/handler.ts',
  needs: { core: 'read', eventDispatch: 'invoke', deliveries: 'start' },
  memoryMb: 256,
  timeoutSeconds: 60,
  everyMinutes: 1,
});
