import { InvokeCommand, type LambdaClient } from '@aws-sdk/client-lambda';
import type { DeliveryStarter } from '#ports/events/delivery-starter.ts';
import type { EventDispatch } from '#ports/events/event-dispatch.ts';
import { errorFields, type Log } from '#ports/log.ts';

interface Target {
  client: LambdaClient;
  functionName: string;
  log: Log;
}

/** Invokes a function without waiting for the result. A failure is only logged, because the sweep finds what waits. */
const invokeLater = async (input: object, { client, functionName, log }: Target): Promise<void> => {
  try {
    const Payload = JSON.stringify(input);
    await client.send(new InvokeCommand({ FunctionName: functionName, InvocationType: 'Event', Payload }));
  } catch (error) {
    log.warn('an invocation failed; left to the sweep', { invoked: functionName, ...errorFields(error) });
  }
};

/** Invokes the function that makes the deliveries of events. */
export const lambdaEventDispatch = (target: Target): EventDispatch => ({
  async dispatch(organizationId, events) {
    const keys = events.map(({ at, eventId }) => ({ at, eventId }));
    if (keys.length > 0) await invokeLater({ organizationId, events: keys }, target);
  },
});

/** Invokes the function that delivers, once for each subscriber. */
export const lambdaDeliveryStarter = (target: Target): DeliveryStarter => ({
  async start(requests) {
    await Promise.all(requests.map((request) => invokeLater(request, target)));
  },
});
