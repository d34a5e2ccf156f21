import type { APIGatewayProxyEvent } from 'aws-lambda';
import { vi } from 'vitest';
import { stripeEventReader } from '#adapters/stripe/verify-event.ts';
import type { WebhookRequest } from '@scangate/emulator-stripe/webhooks/webhook-delivery';
import { world } from '../api/call-endpoint.ts';
import type { BuyerWorld } from './buyer-world.ts';

export const webhookSecret = 'whsec_of_the_tests';

export interface WebhookResponse {
  status: number;
  body: Record<string, unknown>;
  /** The number of calls to AWS. */
  awsCalls: number;
}

interface Message {
  headers?: Record<string, string>;
  body: string | null;
  isBase64Encoded?: boolean;
}

/** Each call of these methods is a call to AWS. */
const storeMethods = ['load', 'get', 'list', 'listDue', 'commit'] as const;

/** Posts to the Stripe webhook as the gateway does, without an authorizer. */
export const postWebhook = async ({
  headers = {},
  body,
  isBase64Encoded = false,
}: Message): Promise<WebhookResponse> => {
  world.paymentEvents = stripeEventReader(webhookSecret);
  const { handler } = await import('#functions/webhooks/stripe/handler.ts');
  const spies = storeMethods.map((name) => vi.spyOn(world.store, name));
  const countOf = () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  const [before, started] = [countOf(), world.recharged.length];
  const event = {
    httpMethod: 'POST',
    path: '/webhooks/stripe',
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body,
    isBase64Encoded,
    requestContext: { requestId: 'gateway-request' },
  } as unknown as APIGatewayProxyEvent;
  const answer = await handler(event);
  const awsCalls = countOf() - before + world.recharged.length - started;
  return {
    status: answer.statusCode,
    body: JSON.parse(answer.body as string) as Record<string, unknown>,
    awsCalls,
  };
};

/** Takes the events that Stripe has sent since the last call. */
export const takeSentEvents = async ({ stripe, sent }: BuyerWorld): Promise<WebhookRequest[]> => {
  await stripe.idle();
  return sent.splice(0);
};

/** Delivers an event at the current time of the Stripe emulator. */
export const deliverEvent = (
  { headers, body }: WebhookRequest,
  buyer: BuyerWorld,
): Promise<WebhookResponse> => {
  vi.setSystemTime(buyer.now());
  return postWebhook({ headers, body });
};

export interface DeliveredEvent extends WebhookResponse {
  type: string;
}

/** Delivers all events, and those that their handling causes. */
export const deliverAllEvents = async (buyer: BuyerWorld): Promise<DeliveredEvent[]> => {
  const delivered: DeliveredEvent[] = [];
  for (let sent = await takeSentEvents(buyer); sent.length > 0; sent = await takeSentEvents(buyer))
    for (const event of sent)
      delivered.push({ type: event.event.type, ...(await deliverEvent(event, buyer)) });
  return delivered;
};
