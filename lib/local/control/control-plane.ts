import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { Problem } from '@scangate/domain/problem';
import type { FaultInjector } from '@scangate/emulator-host/fault-injector';
import {
  BodyTooLarge,
  readBody,
  RequestAborted,
  requestUrl,
  respond,
  respondJson,
} from '@scangate/emulator-host/http-server';
import type { ProvidersControl } from '@scangate/emulator-providers/open-providers';
import type { StripeControl } from '@scangate/emulator-stripe/stripe-control';
import { clockRoutes, type ClockRoutesOptions } from './clock-routes.ts';
import type { ControlResponse, ControlRoute } from './control-route.ts';
import { faultRoutes } from './fault-routes.ts';
import type { IdentityService } from '../identity/identity-service.ts';
import { identityRoutes } from './identity-routes.ts';
import { inspectionRoutes, type InspectionRoutesOptions } from './inspection-routes.ts';
import { organizationRoutes, type ControlActions } from './organization-routes.ts';
import { providerRoutes } from './provider-routes.ts';
import { receiverPath, receiverRoutes } from './receiver-routes.ts';
import type { Receiver } from '../receiver/receiver.ts';
import { stripeRoutes } from './stripe-routes.ts';

export interface ControlPlaneOptions extends ClockRoutesOptions, InspectionRoutesOptions {
  faults: FaultInjector;
  stripe: StripeControl;
  identity: IdentityService;
  providers: ProvidersControl;
  receiver: Receiver;
  /** Absent when the running app is not the service. */
  actions: ControlActions | undefined;
  report: (error: unknown) => void;
}

/** Returns the endpoints under `/_local/`, which docs/local.md lists. */
export const controlRoutes = (options: ControlPlaneOptions): ControlRoute[] => [
  ...organizationRoutes(options.actions),
  ...clockRoutes(options),
  ...inspectionRoutes(options),
  ...faultRoutes(options.faults),
  ...stripeRoutes(options.stripe),
  ...identityRoutes(options.identity),
  ...providerRoutes(options.providers),
  ...receiverRoutes(options.receiver),
];

/** Serves the local-only endpoints under `/_local/`, for people and tests. */
export const openControlPlane = (options: ControlPlaneOptions) => {
  const routes = controlRoutes(options);
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      refuseOtherSites(request);
      const { pathname } = requestUrl(request);
      if (request.method === 'POST' && pathname === receiverPath)
        return await options.receiver.receive(request, response);
      for (const [method, pattern, handle] of routes) {
        const found = method === request.method ? pattern.exec(pathname) : null;
        if (!found) continue;
        const now = new Date(options.clock.now());
        return send(response, await handle({ body: () => readInput(request), id: found[1] ?? '', now }));
      }
      throw new Problem('not_found', { detail: 'The control plane has no such endpoint.' });
    } catch (error) {
      sendError(response, error, options.report);
    }
  };
};

const send = (response: ServerResponse, { status, body, html, text }: ControlResponse): void => {
  const page = html ?? text;
  if (page === undefined) return respondJson(response, status, body ?? {});
  const type = html === undefined ? 'text/plain' : 'text/html';
  respond(response, status, { headers: { 'content-type': `${type}; charset=utf-8` }, body: page });
};

const sendError = (response: ServerResponse, error: unknown, report: (error: unknown) => void): void => {
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

/** Refuses requests from pages of other sites, and host names that were made to point to this machine. */
const refuseOtherSites = ({ headers }: IncomingMessage): void => {
  const local = /^(?:https?:\/\/)?(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/;
  if (!local.test(headers.host ?? '') || !local.test(headers.origin ?? 'localhost')) {
    throw new Problem('insufficient_scope', { detail: 'The control plane is for this machine alone.' });
  }
};

const inputLimitBytes = 1024 * 1024;

const readText = async (request: IncomingMessage): Promise<string> => {
  try {
    return (await readBody(request, inputLimitBytes)).toString('utf8');
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new Problem('body_too_large', { limitBytes: inputLimitBytes });
    if (error instanceof RequestAborted) throw new Problem('malformed_json');
    throw error;
  }
};

const readInput = async (request: IncomingMessage): Promise<unknown> => {
  const text = await readText(request);
  // The buttons of the local pages send forms; curl labels every body as a form.
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  if (isForm && /^\w+=/.test(text)) return Object.fromEntries(new URLSearchParams(text));
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new Problem('malformed_json');
  }
};
