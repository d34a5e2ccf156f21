import type { LambdaClient } from '@aws-sdk/client-lambda';
import { expect, test } from 'vitest';
import { lambdaDeliveryStarter, lambdaEventDispatch } from '#adapters/lambda/event-functions.ts';
import type { Log, LogFields } from '#ports/log.ts';

const at = '2026-03-01T12:00:00.000Z';

const lambda = (fails = false) => {
  const [sent, warnings]: [object[], LogFields[]] = [[], []];
  const client = {
    send: async ({ input }: { input: object }) => {
      sent.push(input);
      if (fails) throw new TypeError('no connection');
    },
  } as unknown as LambdaClient;
  const log = { warn: (_message: string, fields: LogFields) => warnings.push(fields) } as unknown as Log;
  return { sent, warnings, target: { client, functionName: 'events', log } };
};

test('the fan-out of all events of a change is one asynchronous invocation', async () => {
  const { sent, target } = lambda();
  const events = [
    { at, eventId: 'e-1', organizationId: 'o-1' },
    { at, eventId: 'e-2', organizationId: 'o-1' },
  ];
  await lambdaEventDispatch(target).dispatch('o-1', events);
  const Payload = JSON.stringify({
    organizationId: 'o-1',
    events: [
      { at, eventId: 'e-1' },
      { at, eventId: 'e-2' },
    ],
  });
  expect(sent).toEqual([{ FunctionName: 'events', InvocationType: 'Event', Payload }]);
});

test('without events no function is invoked', async () => {
  const { sent, target } = lambda();
  await lambdaEventDispatch(target).dispatch('o-1', []);
  expect(sent).toEqual([]);
});

test('an invocation that fails is logged and does not fail its caller', async () => {
  const { warnings, target } = lambda(true);
  await lambdaEventDispatch(target).dispatch('o-1', [{ at, eventId: 'e-1' }]);
  expect(warnings).toMatchObject([{ invoked: 'events', error: 'TypeError', reason: 'no connection' }]);
});

test('each subscriber has its own invocation, so that a dead one delays no other', async () => {
  const { sent, target } = lambda();
  const requests = ['sub-1', 'sub-2'].map((subscriberId) => ({ organizationId: 'o-1', subscriberId }));
  await lambdaDeliveryStarter(target).start(requests);
  expect(sent).toEqual(
    requests.map((request) => ({
      FunctionName: 'events',
      InvocationType: 'Event',
      Payload: JSON.stringify(request),
    })),
  );
});
