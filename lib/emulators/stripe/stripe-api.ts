import type { Activity } from '@scangate/emulator-host/activity';
import type { Clock } from '@scangate/emulator-host/clock';
import type { FaultInjector } from '@scangate/emulator-host/fault-injector';
import { Scheduler } from './time/scheduler.ts';
import { readForm, type Form } from './http/form.ts';
import {
  dropExpiredResponses,
  requestFingerprint,
  saveResponse,
  findSavedResponse,
} from './http/idempotency.ts';
import type { Journal } from './store/journal.ts';
import { readParameters } from './http/parameters.ts';
import { StripeApiError, invalidRequest } from './http/stripe-api-error.ts';
import { expandReferences, renderObject } from './http/render-object.ts';
import type { Route } from './http/route.ts';
import { findRoute } from './http/routes.ts';
import { EmulatorState } from './store/emulator-state.ts';
import { WebhookDelivery, type DeliverWebhook } from './webhooks/webhook-delivery.ts';
import { apiVersion, type StripeObject } from './store/stripe-objects.ts';
import { newId, Transaction, type AfterRetries } from './store/transaction.ts';

export interface StripeRequest {
  method: string;
  /** Path and query. */
  url: string;
  /** Header names are in lower case. */
  headers: Record<string, string | undefined>;
  body: string;
}

export interface StripeResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** Whether an injected fault drops this response after the request was carried out. */
  isLost?: boolean;
}

export interface StripeApiOptions {
  clock: Pick<Clock, 'now' | 'at'>;
  activity: Activity;
  faults: FaultInjector;
  journal: Journal;
  deliver: DeliverWebhook;
  /** The key that requests must show; any test key when absent. */
  secretKey: string | undefined;
  publicUrl: string;
  afterRetries: AfterRetries;
  report: (error: unknown) => void;
  random: () => number;
}

interface Reply {
  status: number;
  body: string;
}

const replyOf = ({ status, body }: StripeApiError): Reply => ({
  status,
  body: `${JSON.stringify(body, null, 2)}\n`,
});

/** Reads and removes the list `expand[]=a&expand[]=b`. */
const expandsOf = (form: Form): string[] => {
  const { expand: paths } = form;
  delete form['expand'];
  if (paths === undefined) return [];
  if (typeof paths === 'string') throw invalidRequest('Invalid array', 'expand');
  return Object.values(paths).map(String);
};

/** Stripe's API: state, routes, scheduled work and webhooks. */
export class StripeApi {
  readonly webhooks: WebhookDelivery;
  private readonly options: StripeApiOptions;
  private readonly state: EmulatorState;
  private readonly scheduler: Scheduler;

  constructor(options: StripeApiOptions) {
    this.options = options;
    this.state = new EmulatorState(options.journal);
    this.webhooks = new WebhookDelivery({ ...options, run: (action) => this.transact(action) });
    this.scheduler = new Scheduler(options.clock, (action) => this.transact(action));
    this.transact(dropExpiredResponses);
  }

  /** Resumes what was scheduled before a stop. */
  resume(): void {
    const tx = this.begin();
    for (const kind of ['subscription', 'invoice', 'checkout.session'] as const) {
      for (const object of tx.all(kind)) this.scheduler.schedule(tx, object as StripeObject);
    }
    for (const delivery of tx.all('local.delivery')) this.webhooks.schedule(delivery);
  }

  /** Runs a transaction without a request. An error rolls it back. */
  transact<T>(action: (tx: Transaction) => T): T {
    const tx = this.begin();
    const outcome = action(tx);
    this.commit(tx);
    return outcome;
  }

  readonly answer = (request: StripeRequest): StripeResponse => {
    const id = newId('req');
    const headers = { 'content-type': 'application/json', 'request-id': id, 'stripe-version': apiVersion };
    try {
      return this.answerRoute(request, id, headers);
    } catch (error) {
      if (error instanceof StripeApiError) return { ...replyOf(error), headers };
      this.options.report(error);
      const message = 'The Stripe emulator failed; see its log.';
      return { ...replyOf(new StripeApiError(500, 'api_error', { message })), headers };
    }
  };

  private begin(request?: Transaction['request']): Transaction {
    const { clock, publicUrl, afterRetries, faults } = this.options;
    const declinesCharge = () => faults.intercept('stripe', 'charge', 0) === 'decline';
    const settings = { publicUrl, afterRetries, declinesCharge };
    return new Transaction(this.state, { settings, now: Math.floor(clock.now() / 1000), request });
  }

  private commit(tx: Transaction): void {
    const changes = tx.commit();
    const after = changes.length > 0 ? this.begin() : tx;
    for (const { value: object } of changes) {
      if (object?.object === 'local.delivery') this.webhooks.schedule(object);
      else if (object) this.scheduler.schedule(after, object);
    }
  }

  private answerRoute(request: StripeRequest, id: string, headers: Record<string, string>): StripeResponse {
    this.checkHeaders(request);
    const [path = '', query = ''] = request.url.split('?', 2);
    const found = findRoute(request.method, path);
    if (!found) {
      const message = `Unrecognized request URL (${request.method}: ${path}). The Stripe emulator has no such route.`;
      throw new StripeApiError(404, 'invalid_request_error', { message });
    }
    const fault = this.options.faults.intercept('stripe', found.route.name, request.body.length);
    if (fault === 'throttle') {
      throw new StripeApiError(429, 'invalid_request_error', {
        message: 'Too many requests (injected).',
        members: {
          code: 'rate_limit',
        },
      });
    }
    if (fault === 'error')
      throw new StripeApiError(500, 'api_error', { message: 'An error occurred (injected).' });
    const form = readForm(request.method === 'POST' ? request.body : query);
    const reply = this.replay(request, { path, id, run: (tx) => this.run(tx, found, form) });
    const { replayed, ...answer } = reply;
    return {
      ...answer,
      headers: { ...headers, ...(replayed && { 'idempotent-replayed': 'true' }) },
      ...(fault === 'timeout_after_success' && { isLost: true }),
    };
  }

  /** Runs a request once per idempotency key, and repeats its saved response after that. */
  private replay(
    { method, headers, body }: StripeRequest,
    { path, id, run }: { path: string; id: string; run: (tx: Transaction) => Reply },
  ): Reply & { replayed: boolean } {
    const key = method === 'POST' ? headers['idempotency-key'] : undefined;
    const tx = this.begin({ id, idempotency_key: key ?? null });
    const request = requestFingerprint(method, path, body);
    const saved = key === undefined ? undefined : findSavedResponse(tx, key, request);
    if (saved) return { status: saved.status, body: saved.body, replayed: true };
    const reply = run(tx);
    if (key !== undefined) saveResponse(tx, key, { request, response: reply });
    this.commit(tx);
    return { ...reply, replayed: false };
  }

  /** Invalid parameters throw and leave nothing behind; a later error is saved like any other response. */
  private run(tx: Transaction, { route, id }: { route: Route; id: string }, form: Form): Reply {
    const paths = expandsOf(form);
    const parameters = readParameters(route.parameters, form);
    try {
      const answer = tx.withSavepoint(
        () => expandReferences(tx, renderObject(tx, route.run(tx, parameters, id) as StripeObject), paths),
        () => true,
      );
      return { status: 200, body: `${JSON.stringify(answer)}\n` };
    } catch (error) {
      if (error instanceof StripeApiError) return replyOf(error);
      throw error;
    }
  }

  private checkHeaders({ headers, method }: StripeRequest): void {
    const given = headers['authorization'] ?? '';
    const key = given.startsWith('Bearer ') ? given.slice('Bearer '.length) : '';
    const { secretKey } = this.options;
    if (!key.startsWith('sk_test_') || (secretKey !== undefined && key !== secretKey)) {
      const message = key === '' ? 'You did not provide an API key.' : 'Invalid API Key provided.';
      throw new StripeApiError(401, 'invalid_request_error', {
        message: `${message} The Stripe emulator accepts its own test key only.`,
      });
    }
    const version = headers['stripe-version'];
    if (version !== undefined && version !== apiVersion) {
      throw invalidRequest(`The Stripe emulator supports ${apiVersion}, not ${version}.`);
    }
    const type = headers['content-type'] ?? '';
    if (method === 'POST' && type !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
      throw invalidRequest('Invalid request: the body must be form-encoded.');
    }
  }
}
