import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { rawPath, respond } from '@scangate/emulator-host/http-server';
import { StartFailure } from '@scangate/emulator-host/start-failure';
import type {
  BehaviorPlan,
  DistributionPlan,
  HeaderPlan,
  OriginPlan,
} from '../template/distribution-plan.ts';
import { openApiOrigin } from './api-origin.ts';
import { openBucketOrigin, type BucketFiles } from './bucket-origin.ts';
import { openEdgeFunction, type EdgeResult } from './edge-function.ts';
import { matcherOf, normalizedPath } from './path-pattern.ts';

export interface DistributionOptions {
  plan: DistributionPlan;
  /** The address of the gateway itself, without a path. */
  gatewayUrl: string;
  /** The objects of a bucket. */
  filesOf(bucket: string): BucketFiles;
}

export interface DistributionServer {
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): void;
}

/** A request after the function of its behavior has run, if there is one. */
interface Changed {
  uri: string;
  headers: Readonly<Record<string, string>>;
}

interface Asked extends Changed {
  compresses: boolean;
}

interface Behavior {
  matches(path: string): boolean;
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

const bodyless = new Set(['GET', 'HEAD']);

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const setPolicy = (response: ServerResponse, { name, value, overrides }: HeaderPlan): void => {
  if (overrides || !response.hasHeader(name)) response.setHeader(name, value);
};

/** Adds the headers of the policy to every response, as late as possible. */
const applyPolicy = (response: ServerResponse, policy: readonly HeaderPlan[]): void => {
  if (policy.length === 0) return;
  const writeHead = response.writeHead.bind(response);
  response.writeHead = ((status: number, headers: OutgoingHttpHeaders = {}) => {
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) response.setHeader(name, value);
    for (const header of policy) setPolicy(response, header);
    return writeHead(status);
  }) as typeof response.writeHead;
};

const firstValues = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

/** Runs the function of a behavior. @returns undefined when the function responded itself. */
const askFunction = (
  run: ((request: Parameters<ReturnType<typeof openEdgeFunction>>[0]) => EdgeResult) | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Changed | undefined => {
  const uri = rawPath(request);
  if (!run) return { uri, headers: {} };
  const sent = firstValues(request);
  const ip = request.socket.remoteAddress ?? '';
  const result = run({ method: request.method ?? 'GET', uri, headers: sent, ip });
  if (result.kind === 'response') {
    respond(response, result.status, { headers: result.headers, body: result.body });
    return undefined;
  }
  const added = Object.entries(result.headers).filter(([name, value]) => sent[name] !== value);
  return { uri: result.uri, headers: Object.fromEntries(added) };
};

type ServeOrigin = (request: IncomingMessage, response: ServerResponse, asked: Asked) => Promise<void>;

const openOrigin = (
  origin: OriginPlan,
  { gatewayUrl, filesOf }: DistributionOptions,
): { serve: ServeOrigin; close(): void } => {
  if (origin.kind === 'bucket') return { serve: openBucketOrigin(filesOf(origin.bucket)), close: () => {} };
  const { forward, close } = openApiOrigin(origin, gatewayUrl);
  return { serve: forward, close };
};

const openBehavior = (plan: BehaviorPlan, serveOrigin: ServeOrigin): Behavior => {
  const { pattern, methods, headers, functionCode } = plan;
  const run = functionCode === undefined ? undefined : openEdgeFunction(functionCode);
  const compresses = plan.compresses && plan.caches;
  return {
    matches: matcherOf(pattern),
    serve: async (request, response) => {
      const { method = 'GET' } = request;
      applyPolicy(response, headers);
      if (!methods.includes(method) || (bodyless.has(method) && hasBody(request)))
        return respond(response, 403, { headers: { connection: 'close' }, body: '403 ERROR' });
      const asked = askFunction(run, request, response);
      if (asked) await serveOrigin(request, response, { ...asked, compresses });
    },
  };
};

/**
 * Opens a distribution: behaviors by path, functions at viewer requests, header policies, and origins that are buckets or
 * the gateway. It keeps nothing.
 */
export const openDistribution = (options: DistributionOptions): DistributionServer => {
  const plans = options.plan.behaviors;
  const origins = new Map(
    [...new Set(plans.map(({ origin }) => origin))].map((origin) => [origin, openOrigin(origin, options)]),
  );
  const behaviors = plans.flatMap((plan) => {
    const origin = origins.get(plan.origin);
    return origin ? [openBehavior(plan, origin.serve)] : [];
  });
  const last = behaviors.at(-1);
  if (!last) throw new StartFailure('The distribution of the templates has no behavior.');
  return {
    handle: async (request, response) => {
      const path = normalizedPath(rawPath(request));
      await (behaviors.find(({ matches }) => matches(path)) ?? last).serve(request, response);
    },
    close: () => {
      for (const { close } of origins.values()) close();
    },
  };
};
