import type { APIGatewayProxyEvent } from 'aws-lambda';
import { vi } from 'vitest';
import { stripeMessages } from '../../lib/adapters/stripe/messages.ts';
import type { Sent } from '../../lib/local/stripe/webhooks.ts';
import { world } from './api.ts';
import type { BuyerWorld } from './buyer.ts';

export const webhookSecret = 'whsec_of_the_tests';

export interface Told {
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
const asking = ['load', 'get', 'list', 'open', 'commit'] as const;

/** Posts to the webhook of Stripe as the gateway would, which asks nobody who it is. */
export const post = async ({ headers = {}, body, isBase64Encoded = false }: Message): Promise<Told> => {
  world.tillMessages = stripeMessages(webhookSecret);
  const { handler } = await import('../../functions/webhooks/stripe/handler.ts');
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
export const takeSent = async ({ stripe, sent }: BuyerWorld): Promise<Sent[]> => {
  await stripe.idle();
  return sent.splice(0);
};

/** It is as late for the service as for the till. */
export const tell = ({ headers, body }: Sent, buyer: BuyerWorld): Promise<Told> => {
  vi.setSystemTime(buyer.now());
  return post({ headers, body });
};

export interface Heard extends Told {
  type: string;
}

/** Tells everything that was sent, and what that sets off. */
export const tellAll = async (buyer: BuyerWorld): Promise<Heard[]> => {
  const heard: Heard[] = [];
  for (let sent = await takeSent(buyer); sent.length > 0; sent = await takeSent(buyer))
    for (const one of sent) heard.push({ type: one.event.type, ...(await tell(one, buyer)) });
  return heard;
};
