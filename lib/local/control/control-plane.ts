import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { Problem } from '@scangate/domain/problem';
import { planNames, roles, type Role } from '@scangate/domain/identity/roles';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import type { Activity } from '@scangate/emulator-host/activity';
import type { Clock } from '@scangate/emulator-host/clock';
import type { ControlRoute, ControlResponse } from './control-route.ts';
import { respond, respondJson, readBody } from '@scangate/emulator-host/http-server';
import { inboxPage } from './inbox-page.ts';
import type { Mail } from '@scangate/emulator-aws/ses/service';
import type { Execution } from '@scangate/emulator-aws/step-functions/execution-journal';
import { stripeControlRoutes } from './stripe-routes.ts';
import type { StripeControl } from '@scangate/emulator-stripe/stripe-control';
import { faultKinds, serviceNames, type FaultInjector } from '@scangate/emulator-host/fault-injector';

const organizationOrder = z.strictObject({
  name: z.string().min(1).max(200),
  plan: z.enum(planNames),
  period: z.enum(['month', 'year']).optional(),
  licenses: z.int().min(1).max(100_000).optional(),
  sastAddon: z.enum(['starter', 'team']).optional(),
  credits: z.strictObject({ core: z.int().min(0).optional(), sast: z.int().min(0).optional() }).optional(),
  parent: z.uuid().optional(),
  createdAt: z.iso.datetime().optional(),
});
export type OrganizationInput = z.infer<typeof organizationOrder>;

const adjustment = z.strictObject({
  pool: z.enum(poolNames),
  amount: z.int(),
  motif: z.string().min(1).max(500),
});
type AdjustmentRequest = z.infer<typeof adjustment>;

/** The event itself is judged where the operator's function does it. */
const billingEvent = z.strictObject({
  eventId: z.uuid().optional(),
  event: z.looseObject({ type: z.string() }),
});
type BillingEventRequest = z.infer<typeof billingEvent>;

const person = z.strictObject({ role: z.enum(roles) });
const clockMove = z.union([
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
  z.strictObject({
    advanceSeconds: z
      .number()
      .min(0)
      .max(10 * 366 * 86_400),
  }),
]);
const fault = z
  .strictObject({
    service: z.enum(serviceNames),
    operation: z.string().min(1).max(100).optional(),
    kind: z.enum(faultKinds),
    times: z.int().min(1).max(1_000_000),
  })
  .refine(
    ({ kind, service }) => kind !== 'conflict' || service === 'dynamodb',
    'only dynamodb knows conflicts',
  )
  .refine(
    ({ kind, service, operation }) =>
      kind !== 'decline' || (service === 'stripe' && (operation ?? 'charge') === 'charge'),
    'only charges of stripe are declined',
  );

/** What the control plane asks of the service's own rules and store. */
export interface ControlActions {
  createOrganization(order: OrganizationInput, now: Date): Promise<object>;
  addPerson(organizationId: string, role: Role, now: Date): Promise<object>;
  adjustPool(organizationId: string, order: AdjustmentRequest, now: Date): Promise<object>;
  applyBillingEvent(organizationId: string, order: BillingEventRequest, now: Date): Promise<object>;
  auditLedger(): Promise<object>;
}

export interface ControlOptions {
  clock: Clock;
  activity: Activity;
  faults: FaultInjector;
  inbox: () => Mail[];
  findExecution: (name: string) => Execution | undefined;
  stripe: StripeControl;
  /** Absent while the app under it is not the service. */
  actions: ControlActions | undefined;
  report: (error: unknown) => void;
  /** How long settling may take, in real milliseconds. */
  settleLimitMs?: number;
}

/** The local-only endpoints under `/_local/`, for people and tests. */
export const openControl = (options: ControlOptions) => {
  const routes = routesOf(options);
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      refuseForeign(request);
      const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
      for (const [method, pattern, handle] of routes) {
        const found = method === request.method ? pattern.exec(pathname) : null;
        if (!found) continue;
        const now = new Date(options.clock.now());
        return reply(response, await handle({ body: () => jsonOf(request), id: found[1] ?? '', now }));
      }
      throw new Problem('not_found', { detail: 'There is no such control.' });
    } catch (error) {
      refuse(response, error, options.report);
    }
  };
};

const reply = (response: ServerResponse, { status, body, html }: ControlResponse): void =>
  html === undefined
    ? respondJson(response, status, body ?? {})
    : respond(response, status, { headers: { 'content-type': 'text/html; charset=utf-8' }, body: html });

const refuse = (response: ServerResponse, error: unknown, report: (error: unknown) => void): void => {
  if (error instanceof z.ZodError) {
    const errors = error.issues.map(({ path, message }) => ({
      pointer: `/${path.join('/')}`,
      detail: message,
    }));
    return respondJson(response, 422, { status: 422, code: 'validation_failed', errors });
  }
  if (error instanceof Problem) {
    const { status, code, message: detail } = error;
    return respondJson(response, status, { status, code, detail, ...error.members });
  }
  report(error);
  return respondJson(response, 500, { status: 500, code: 'system_error', detail: String(error) });
};

/** No page of another site may steer this, nor may a name that was made to point here. */
const refuseForeign = ({ headers }: IncomingMessage): void => {
  const local = /^(?:https?:\/\/)?(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;
  if (!local.test(headers.host ?? '') || !local.test(headers.origin ?? 'localhost')) {
    throw new Problem('insufficient_scope', { detail: 'The control plane is for this machine alone.' });
  }
};

const jsonOf = async (request: IncomingMessage): Promise<unknown> => {
  const text = (await readBody(request, 1024 * 1024)).toString('utf8');
  // As the buttons of the local pages send it; curl calls everything a form.
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (isForm && /^\w+=/.test(text)) return Object.fromEntries(new URLSearchParams(text));
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new Problem('malformed_json');
  }
};

const routesOf = (options: ControlOptions): ControlRoute[] => [
  ['GET', /^\/_local\/health$/, () => ({ status: 200, body: { ok: true } })],
  ...organizationRoutes(options),
  ...timeRoutes(options),
  ...trafficRoutes(options),
  ...stripeControlRoutes(options.stripe),
];

const organizationRoutes = (options: ControlOptions): ControlRoute[] => {
  const actions = (): ControlActions => {
    if (!options.actions) throw new Problem('not_found', { detail: 'This app has no organizations.' });
    return options.actions;
  };
  return [
    [
      'POST',
      /^\/_local\/organizations$/,
      async ({ body, now }) => {
        const order = organizationOrder.parse(await body());
        return { status: 201, body: await actions().createOrganization(order, now) };
      },
    ],
    [
      'POST',
      /^\/_local\/organizations\/([\w-]{1,64})\/adjust$/,
      async ({ body, id, now }) => {
        const order = adjustment.parse(await body());
        return { status: 200, body: await actions().adjustPool(id, order, now) };
      },
    ],
    [
      'POST',
      /^\/_local\/organizations\/([\w-]{1,64})\/people$/,
      async ({ body, id, now }) => {
        const { role } = person.parse(await body());
        return { status: 201, body: await actions().addPerson(id, role, now) };
      },
    ],
    [
      'POST',
      /^\/_local\/organizations\/([\w-]{1,64})\/billing$/,
      async ({ body, id, now }) => {
        const order = billingEvent.parse(await body());
        return { status: 200, body: await actions().applyBillingEvent(id, order, now) };
      },
    ],
    ['GET', /^\/_local\/ledger-audit$/, async () => ({ status: 200, body: await actions().auditLedger() })],
  ];
};

const timeRoutes = ({ clock, activity, settleLimitMs }: ControlOptions): ControlRoute[] => {
  const show = (): ControlResponse => ({ status: 200, body: { now: new Date(clock.now()).toISOString() } });
  return [
    ['GET', /^\/_local\/clock$/, show],
    [
      'POST',
      /^\/_local\/clock$/,
      async ({ body }) => {
        const move = clockMove.parse(await body());
        const target = 'now' in move ? Date.parse(move.now) : clock.now() + move.advanceSeconds * 1000;
        if (target < clock.now()) throw new Problem('conflict', { detail: 'The clock only moves forward.' });
        await clock.advanceTo(Math.max(target, clock.now()));
        return show();
      },
    ],
    [
      'POST',
      /^\/_local\/settle$/,
      async () => {
        if (await activity.idle(settleLimitMs ?? 300_000)) return { status: 200, body: { settled: true } };
        const detail = `Still under way: ${activity.list().join(', ')}.`;
        throw new Problem('temporarily_unavailable', { detail });
      },
    ],
  ];
};

const trafficRoutes = ({ faults: traffic, inbox, findExecution }: ControlOptions): ControlRoute[] => [
  ['GET', /^\/_local\/mail$/, () => ({ status: 200, body: inbox() })],
  ['GET', /^\/_local\/inbox$/, () => ({ status: 200, html: inboxPage(inbox()) })],
  [
    'POST',
    /^\/_local\/faults$/,
    async ({ body }) => {
      const wanted = fault.parse(await body());
      traffic.inject(wanted);
      return { status: 201, body: wanted };
    },
  ],
  [
    'DELETE',
    /^\/_local\/faults$/,
    () => {
      traffic.clear();
      return { status: 200 };
    },
  ],
  ['GET', /^\/_local\/calls$/, () => ({ status: 200, body: traffic.callCounts() })],
  [
    'DELETE',
    /^\/_local\/calls$/,
    () => {
      traffic.resetCallCounts();
      return { status: 200 };
    },
  ],
  [
    'GET',
    /^\/_local\/executions\/([\w-]{1,80})$/,
    ({ id }) => {
      const execution = findExecution(id);
      if (!execution) throw new Problem('not_found', { detail: 'There is no such execution.' });
      return { status: 200, body: shown(execution) };
    },
  ],
];

const shown = ({ at, startedAt, endedAt, ...execution }: Execution) => ({
  ...execution,
  startedAt: new Date(startedAt).toISOString(),
  ...(endedAt !== undefined && { endedAt: new Date(endedAt).toISOString() }),
  ...(at && { state: at.state }),
});
