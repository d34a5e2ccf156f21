import type { APIGatewayProxyEvent } from 'aws-lambda';
import { vi } from 'vitest';
import { stripeEventReader } from '#adapters/stripe/event-reader.ts';
import type { WebhookRequest } from '@scangate/emulator-stripe/webhooks/webhook-delivery';
import { world } from '../api/call-endpoint.ts';
import type { BuyerWorld } from './buyer-world.ts';

export const webhookSecret = 'whsec_of_the_tests';

export interface WebhookResponse {
  status: number;
  body: Record<string, unknown>;
  /** What was asked of AWS for it. */
  awsCalls: number;
}

interface Message {
  headers?: Record<string, string>;
  body: string | null;
  isBase64Encoded?: boolean;
}

/** Every call of these is one to AWS. */
const asking = ['load', 'get', 'list', 'listDue', 'commit'] as const;

/** Posts to the webhook of Stripe as the gateway would, which asks nobody who it is. */
export const postWebhook = async ({
  headers = {},
  body,
  isBase64Encoded = false,
}: Message): Promise<WebhookResponse> => {
  world.paymentEvents = stripeEventReader(webhookSecret);
  const { handler } = await import('#functions/webhooks/stripe/handler.ts');
  const spies = asking.map((name) => vi.spyOn(world.store, name));
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

/** What the till has sent since somebody asked last. */
export const takeSentEvents = async ({ stripe, sent }: BuyerWorld): Promise<WebhookRequest[]> => {
  await stripe.idle();
  return sent.splice(0);
};

/** It is as late for the service as for the till. */
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

/** Tells everything that was sent, and what that sets off. */
export const deliverAllEvents = async (buyer: BuyerWorld): Promise<DeliveredEvent[]> => {
  const heard: DeliveredEvent[] = [];
  for (let sent = await takeSentEvents(buyer); sent.length > 0; sent = await takeSentEvents(buyer))
    for (const one of sent) heard.push({ type: one.event.type, ...(await deliverEvent(one, buyer)) });
  return heard;
};
