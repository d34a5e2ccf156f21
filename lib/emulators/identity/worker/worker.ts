import { parentPort, workerData } from 'node:worker_threads';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen, rawPath, respond } from '@scangate/emulator-host/http-server';
import { shiftDate } from '@scangate/emulator-host/shifted-date';
import type { IdentityWorkerReady, IdentityWorkerStart } from './worker-messages.ts';

/** The thread in which issuers and identity providers run, so that their dates are those of the movable clock. */

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const start = workerData as IdentityWorkerStart;
shiftDate(start.clock);

// The libraries are loaded after the date is shifted, each with the first request that needs it.
const once = (open: () => Promise<Handle>): Handle => {
  let opened: Promise<Handle> | undefined;
  return async (request, response) => (await (opened ??= open()))(request, response);
};

const handles = new Map<string, Handle>([
  ...start.issuers.map((options): [string, Handle] => [
    `/${options.path}/`,
    once(async () => (await import('../oidc/issuer.ts')).openIssuer(options, start)),
  ]),
  ...start.identityProviders.map((options): [string, Handle] => [
    `/saml/${options.path}/`,
    once(async () => (await import('../saml/sign-in.ts')).serveIdentityProvider(options, start)),
  ]),
]);

const handle: Handle = async (request, response) => {
  const path = rawPath(request);
  const [, found] = [...handles].find(([prefix]) => path.startsWith(prefix)) ?? [];
  return found ? found(request, response) : respond(response, 404);
};

const { port } = await listen(handle, { now: Date.now, report: console.error });
parentPort?.postMessage({ port } satisfies IdentityWorkerReady, []);
