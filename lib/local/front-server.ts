import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@scangate/emulator-host/clock';
import { listen, rawPath, respond, type LocalServer } from '@scangate/emulator-host/http-server';
import { answerHeaders } from '#contract/response-headers.ts';
import { StartFailure } from '@scangate/emulator-host/start-failure';

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface Handlers {
  control: Handle;
  /** Serves the console and the API. */
  service: Handle;
}

export interface FrontServer {
  server: LocalServer;
  /** Ends the start: from now on, these respond instead of a 503. */
  serve(handlers: Handlers): void;
}

export interface FrontServerOptions {
  port: number;
  clock: Clock;
  report: (error: unknown) => void;
  requestTimeoutMs?: number;
}

const start = {
  name: 'Scangate on this machine',
  console: '/console/',
  api: '/v1/openapi.json',
  docs: '/docs',
  signIn: '/v1/session/start',
  health: '/health',
  inbox: '/_local/inbox',
  providers: '/_local/providers',
  receiver: '/_local/receiver',
  stripe: '/_local/stripe/state',
};

/** Pages of the local service itself; the API of a deployed service has no such paths. */
const ownPages: Record<string, object> = { '/_local': start, '/_local/': start, '/health': { ok: true } };

const answer = (response: ServerResponse, status: number, body: object): void =>
  respond(response, status, {
    headers: { ...answerHeaders, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const starting: Handle = async (_request, response) =>
  answer(response, 503, { status: 503, code: 'temporarily_unavailable', detail: 'Still starting.' });

/**
 * Takes the port first, so that a taken port is reported at once. Until `serve` is called, every response is a 503.
 * @throws StartFailure
 */
export const openFrontServer = async (options: FrontServerOptions): Promise<FrontServer> => {
  const { port, clock, report, requestTimeoutMs } = options;
  let handlers: Handlers | undefined;
  const handle: Handle = async (request, response) => {
    if (!handlers) return starting(request, response);
    const path = rawPath(request);
    const page = Object.hasOwn(ownPages, path) ? ownPages[path] : undefined;
    if (page && request.method === 'GET') return answer(response, 200, page);
    return path.startsWith('/_local/')
      ? handlers.control(request, response)
      : handlers.service(request, response);
  };
  try {
    const server = await listen(handle, { now: clock.now, port, report, requestTimeoutMs });
    return { server, serve: (given) => void (handlers = given) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartFailure(`Port ${port} is taken: stop what listens there, or set PORT.`);
  }
};
