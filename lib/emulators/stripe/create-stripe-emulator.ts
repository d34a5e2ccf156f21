import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { openActivity, type Activity } from '@scangate/emulator-host/activity';
import type { Clock } from '@scangate/emulator-host/clock';
import {
  respond,
  BodyTooLarge,
  listen,
  readBody,
  type LocalServer,
} from '@scangate/emulator-host/http-server';
import { openFaultInjector, type FaultInjector } from '@scangate/emulator-host/fault-injector';
import { openStripeControl, type StripeControl } from './stripe-control.ts';
import { noJournal, type Journal } from './store/journal.ts';
import { StripeApi, type StripeResponse, type StripeRequest } from './stripe-api.ts';
import { newEndpoint } from './webhooks/webhook-endpoints.ts';
import type { DeliverWebhook, WebhookRequest } from './webhooks/webhook-delivery.ts';
import type { AfterRetries } from './store/transaction.ts';

interface WebhookEndpointInput {
  url: string;
  secret: string;
  events?: readonly string[];
}

export interface StripeEmulatorOptions {
  clock: Pick<Clock, 'now' | 'at'>;
  /** Delivers every webhook; posts it to the endpoint's URL unless given. */
  deliver?: DeliverWebhook;
  /** An endpoint that exists from the start, for the given events or for all. */
  webhook?: WebhookEndpointInput;
  /** The key that requests must show; any `sk_test_…` unless given. */
  secretKey?: string;
  /** Address of the hosted pages. */
  publicUrl?: string;
  /** The status of a subscription after the last retry; Stripe cancels by default. */
  afterRetries?: AfterRetries;
  /** Stores all objects; nothing is stored unless given. */
  journal?: Journal;
  activity?: Activity;
  faults?: FaultInjector;
  report?: (error: unknown) => void;
  /** @returns a number from 0 up to 1, which shuffles webhooks. */
  random?: () => number;
}

export interface StripeEmulator {
  /** Answers a request without a network. */
  readonly answer: (request: StripeRequest) => StripeResponse;
  readonly control: StripeControl;
  /** Injects faults and counts calls. Operations have the names of the client, as in `invoices.pay`. */
  readonly faults: FaultInjector;
  /** Waits until no webhook is being delivered. */
  idle(): Promise<unknown>;
  /** Resumes what was scheduled or undelivered before a stop. */
  resume(): void;
  /** Listens on 127.0.0.1. @param port 0 takes a free port. */
  listen(port?: number): Promise<LocalServer>;
}

const longestBody = 1024 * 1024;
const deliveryTimeoutMs = 30_000;

const post: DeliverWebhook = async ({ url, headers, body }: WebhookRequest) => {
  const answered = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(deliveryTimeoutMs),
  });
  await answered.body?.cancel();
  return answered.status;
};

const builtIn = 'we_local';

const ensureEndpoint = (api: StripeApi, { events = ['*'], ...webhook }: WebhookEndpointInput): void =>
  api.transact((tx) => {
    const found = tx.find('webhook_endpoint', builtIn);
    const isSame = found?.url === webhook.url && tx.find('local.secret', builtIn)?.secret === webhook.secret;
    if (isSame && isDeepStrictEqual(found.enabled_events, events)) return;
    const input = { id: builtIn, enabled_events: [...events], description: 'The service itself' };
    newEndpoint(tx, { ...input, ...webhook });
  });

const headersOf = (request: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, [value].flat()[0]]));

const serve =
  (answerOf: (request: StripeRequest) => StripeResponse) =>
  async (request: IncomingMessage, response: ServerResponse) => {
    try {
      const body = (await readBody(request, longestBody)).toString('utf8');
      const { method = 'GET', url = '/' } = request;
      const {
        status,
        headers,
        body: text,
        isLost: lost,
      } = answerOf({ method, url, headers: headersOf(request), body });
      if (lost) return void response.destroy();
      respond(response, status, { headers, body: text });
    } catch (error) {
      respond(response, error instanceof BodyTooLarge ? 413 : 400, { headers: {} });
    }
  };

const random = (): number => randomBytes(6).readUIntBE(0, 6) / 2 ** 48;

/**
 * Creates an emulator of Stripe on a movable clock, without real money. It supports the part of Stripe's API that the
 * service uses, and refuses the rest.
 */
export const createStripeEmulator = (options: StripeEmulatorOptions): StripeEmulator => {
  const activity = options.activity ?? openActivity();
  const traffic = options.faults ?? openFaultInjector();
  const api = new StripeApi({
    clock: options.clock,
    activity,
    faults: traffic,
    journal: options.journal ?? noJournal,
    deliver: options.deliver ?? post,
    secretKey: options.secretKey,
    publicUrl: options.publicUrl ?? 'http://127.0.0.1:4010',
    afterRetries: options.afterRetries ?? 'cancel',
    report: options.report ?? console.error,
    random: options.random ?? random,
  });
  if (options.webhook) ensureEndpoint(api, options.webhook);
  return {
    answer: api.answer,
    control: openStripeControl(api),
    faults: traffic,
    idle: () => activity.idle(),
    resume: () => api.resume(),
    listen: (port = 0) => listen(serve(api.answer), { now: options.clock.now, port }),
  };
};
