import type { Activity } from '../activity.ts';
import type { Clock } from '../clock.ts';
import type { Traffic } from '../traffic.ts';
import { Agenda } from './agenda.ts';
import { readForm, type Form } from './form.ts';
import { dropOldAnswers, requestOf, saveAnswer, savedAnswer } from './idempotency.ts';
import type { Journal } from './journal.ts';
import { readParameters } from './parameters.ts';
import { Refusal, refuse } from './refusal.ts';
import { expand, render } from './render.ts';
import type { Route } from './route.ts';
import { findRoute } from './routes.ts';
import { State } from './state.ts';
import { Webhooks, type Deliver } from './webhooks.ts';
import { apiVersion, type Thing } from './wire.ts';
import { newId, Work, type AfterRetries } from './work.ts';

export interface TillRequest {
  method: string;
  /** With its query. */
  url: string;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  body: string;
}

export interface TillAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** A fault was injected: all is done, but the answer gets lost. */
  lost?: boolean;
}

export interface TillOptions {
  clock: Pick<Clock, 'now' | 'at'>;
  activity: Activity;
  traffic: Traffic;
  journal: Journal;
  deliver: Deliver;
  /** Whom requests must show; any test key when absent. */
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

const replyOf = ({ status, body }: Refusal): Reply => ({
  status,
  body: `${JSON.stringify(body, null, 2)}\n`,
});

/** Keys are lists of texts: `expand[]=a&expand[]=b`. */
const expandsOf = (form: Form): string[] => {
  const { expand: wanted } = form;
  delete form['expand'];
  if (wanted === undefined) return [];
  if (typeof wanted === 'string') throw refuse('Invalid array', 'expand');
  return Object.values(wanted).map(String);
};

/** The stand-in for Stripe: its state, its routes, its clock and its post. */
export class Till {
  readonly webhooks: Webhooks;
  private readonly options: TillOptions;
  private readonly state: State;
  private readonly agenda: Agenda;

  constructor(options: TillOptions) {
    this.options = options;
    this.state = new State(options.journal);
    this.webhooks = new Webhooks({ ...options, run: (deed) => this.transact(deed) });
    this.agenda = new Agenda(options.clock, (deed) => this.transact(deed));
    this.transact(dropOldAnswers);
  }

  /** Takes up what was planned before a stop. */
  resume(): void {
    const work = this.work();
    for (const kind of ['subscription', 'invoice', 'checkout.session'] as const) {
      for (const thing of work.all(kind)) this.agenda.note(work, thing as Thing);
    }
    for (const delivery of work.all('local.delivery')) this.webhooks.note(delivery);
  }

  /** One transaction that no request asked for. What it throws undoes it. */
  transact<T>(deed: (work: Work) => T): T {
    const work = this.work();
    const outcome = deed(work);
    this.commit(work);
    return outcome;
  }

  readonly answer = (request: TillRequest): TillAnswer => {
    const id = newId('req');
    const headers = { 'content-type': 'application/json', 'request-id': id, 'stripe-version': apiVersion };
    try {
      return this.answerRoute(request, id, headers);
    } catch (error) {
      if (error instanceof Refusal) return { ...replyOf(error), headers };
      this.options.report(error);
      const told = 'The local Stripe failed; see its log.';
      return { ...replyOf(new Refusal(500, 'api_error', told)), headers };
    }
  };

  private work(request?: Work['request']): Work {
    const { clock, publicUrl, afterRetries, traffic } = this.options;
    const declinesCharge = () => traffic.meet('stripe', 'charge', 0) === 'decline';
    const settings = { publicUrl, afterRetries, declinesCharge };
    return new Work(this.state, settings, Math.floor(clock.now() / 1000), request);
  }

  private commit(work: Work): void {
    const changes = work.commit();
    const after = changes.length > 0 ? this.work() : work;
    for (const { thing } of changes) {
      if (thing?.object === 'local.delivery') this.webhooks.note(thing);
      else if (thing) this.agenda.note(after, thing);
    }
  }

  private answerRoute(request: TillRequest, id: string, headers: Record<string, string>): TillAnswer {
    this.checkHeaders(request);
    const [path = '', query = ''] = request.url.split('?', 2);
    const found = findRoute(request.method, path);
    if (!found) {
      const told = `Unrecognized request URL (${request.method}: ${path}). The local Stripe has no such route.`;
      throw new Refusal(404, 'invalid_request_error', told);
    }
    const fault = this.options.traffic.meet('stripe', found.route.name, request.body.length);
    if (fault === 'throttle') {
      throw new Refusal(429, 'invalid_request_error', 'Too many requests (injected).', {
        code: 'rate_limit',
      });
    }
    if (fault === 'error') throw new Refusal(500, 'api_error', 'An error occurred (injected).');
    const form = readForm(request.method === 'POST' ? request.body : query);
    const reply = this.replay(request, path, id, (work) => this.run(work, found, form));
    const { replayed, ...answer } = reply;
    return {
      ...answer,
      headers: { ...headers, ...(replayed && { 'idempotent-replayed': 'true' }) },
      ...(fault === 'timeout_after_success' && { lost: true }),
    };
  }

  /** Once per idempotency key: what was answered is answered again. */
  private replay(
    { method, headers, body }: TillRequest,
    path: string,
    id: string,
    run: (work: Work) => Reply,
  ): Reply & { replayed: boolean } {
    const key = method === 'POST' ? headers['idempotency-key'] : undefined;
    const work = this.work({ id, idempotency_key: key ?? null });
    const request = requestOf(method, path, body);
    const saved = key === undefined ? undefined : savedAnswer(work, key, request);
    if (saved) return { status: saved.status, body: saved.body, replayed: true };
    const reply = run(work);
    if (key !== undefined) saveAnswer(work, key, request, reply);
    this.commit(work);
    return { ...reply, replayed: false };
  }

  /** Wrong parameters are refused before anything is kept; what is refused later is an answer like any other. */
  private run(work: Work, { route, id }: { route: Route; id: string }, form: Form): Reply {
    const paths = expandsOf(form);
    const parameters = readParameters(route.parameters, form);
    try {
      const answer = work.attempt(
        () => expand(work, render(work, route.run(work, parameters, id) as Thing), paths),
        () => true,
      );
      return { status: 200, body: `${JSON.stringify(answer, null, 2)}\n` };
    } catch (error) {
      if (error instanceof Refusal) return replyOf(error);
      throw error;
    }
  }

  private checkHeaders({ headers, method }: TillRequest): void {
    const given = headers['authorization'] ?? '';
    const key = given.startsWith('Bearer ') ? given.slice('Bearer '.length) : '';
    const { secretKey } = this.options;
    if (!key.startsWith('sk_test_') || (secretKey !== undefined && key !== secretKey)) {
      const told = key === '' ? 'You did not provide an API key.' : 'Invalid API Key provided.';
      throw new Refusal(
        401,
        'invalid_request_error',
        `${told} The local Stripe takes its own test key only.`,
      );
    }
    const version = headers['stripe-version'];
    if (version !== undefined && version !== apiVersion) {
      throw refuse(`The local Stripe speaks ${apiVersion}, not ${version}.`);
    }
    const type = headers['content-type'] ?? '';
    if (method === 'POST' && type !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
      throw refuse('Invalid request: the body must be form-encoded.');
    }
  }
}
