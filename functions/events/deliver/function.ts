import { defineFunction } from '#contract/function.ts';

export const spec = defineFunction({
  name: 'deliver',
  summary: 'Sends what is due to one subscriber, for at most 45 seconds, and leaves the rest to another run.',
  entry: 'functions/events/deliver/handler.ts',
  needs: {
    core: 'write',
    deliveries: 'start',
    eventDispatch: 'invoke',
    subscriberSecrets: 'decrypt',
    repositorySecrets: 'decrypt',
    blobs: { read: ['results'] },
    outbound: true,
    publicAddress: true,
  },
  loadsOnDemand: true,
  memoryMb: 512,
  // 45 seconds of sending, and 10 for the last response and its record.
  timeoutSeconds: 75,
});
