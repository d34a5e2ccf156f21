import type { APIGatewayProxyEvent } from 'aws-lambda';
import { PassThrough } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { vi } from 'vitest';
import { MemoryBlobs } from '#adapters/memory/blobs.ts';
import { MemoryStore } from '#adapters/memory/store.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';
import { Problem } from '@scangate/domain/problem';
import { rateState } from '@scangate/domain/rate-limit';
import type { Caller } from '@scangate/domain/identity/roles';
import type { ArtifactVerdict } from '#ports/artifact-check.ts';
import { SourceFailure } from '#ports/sources.ts';
import type { PaymentProvider, PaymentEventReader } from '#ports/payment-provider.ts';
import { toAuthorizerContext } from '#runtime/authorizer-context.ts';
import { contractViolations } from './contract-violations.ts';
import { noon } from '../world.ts';

/** The ports of the handlers in a test, and what was asked of them. `resetWorld` empties it before each test. */
export const world = {
  store: new MemoryStore(),
  blobs: new MemoryBlobs(),
  started: [] as string[],
  stopped: [] as string[],
  recharged: [] as string[],
  startFails: false,
  artifactVerdict: { ok: true } as ArtifactVerdict,
  checked: [] as object[],
  sourceFailure: undefined as SourceFailure | undefined,
  sealed: [] as string[],
  /** The branches that the host has. */
  branches: ['main', 'develop'],
  /** Absent in a deployment without payments. */
  paymentProvider: undefined as PaymentProvider | undefined,
  paymentEvents: undefined as PaymentEventReader | undefined,
};

export const resetWorld = (): void => {
  Object.assign(world, {
    store: new MemoryStore(),
    blobs: new MemoryBlobs(),
    started: [],
    stopped: [],
    recharged: [],
    startFails: false,
    artifactVerdict: { ok: true },
    checked: [],
    sourceFailure: undefined,
    sealed: [],
    branches: ['main', 'develop'],
    paymentProvider: undefined,
    paymentEvents: undefined,
  });
};

/** The clock of the handlers stands at noon. Timers stay real. */
vi.useFakeTimers({ toFake: ['Date'], now: noon });

const storeMethods = vi.hoisted(() => ['load', 'get', 'list', 'listDue', 'commit'] as const);

/** Replaces lib/runtime/wire. Handlers keep their ports, so that each port looks into `world` at each call. */
vi.mock('#runtime/wire/store.ts', () => ({
  wireStore: () =>
    Object.fromEntries(
      storeMethods.map((name) => [
        name,
        (...args: never[]) => Reflect.apply(world.store[name], world.store, args),
      ]),
    ),
}));
vi.mock('#runtime/wire/blobs.ts', () => ({
  wireBlobReader: () => ({
    get: (...args: Parameters<MemoryBlobs['get']>) => world.blobs.get(...args),
    open: (...args: Parameters<MemoryBlobs['open']>) => world.blobs.open(...args),
  }),
  wireBlobWriter: () => ({ put: (...args: Parameters<MemoryBlobs['put']>) => world.blobs.put(...args) }),
  wireBlobRemover: () => ({
    remove: (...args: Parameters<MemoryBlobs['remove']>) => world.blobs.remove(...args),
  }),
}));
vi.mock('#runtime/wire/blob-presigner.ts', () => ({
  wireBlobPresigner: () => ({
    presignPut: (...args: Parameters<MemoryBlobs['presignPut']>) => world.blobs.presignPut(...args),
  }),
}));
vi.mock('#runtime/wire/workflow.ts', () => ({
  wireWorkflowStarter: () => ({
    start: async ({ scanId }: { scanId: string }) => {
      if (world.startFails) throw new Error('the workflow cannot start');
      world.started.push(scanId);
    },
  }),
  wireRechargeStarter: () => ({
    start: async ({ pool }: { pool: string }, cause: string) => {
      if (world.startFails) throw new Error('the workflow cannot start');
      world.recharged.push(`${pool} ${cause}`);
    },
  }),
  wireWorkflowStopper: () => ({
    stop: async ({ scanId }: { scanId: string }) => {
      world.stopped.push(scanId);
    },
  }),
}));
vi.mock('#runtime/wire/payments.ts', () => {
  const forward = (port: 'paymentProvider' | 'paymentEvents') =>
    new Proxy(
      {},
      {
        get: (_target, name): unknown => {
          const provider = world[port];
          if (provider) return Reflect.get(provider, name);
          throw new Problem('conflict', { detail: 'Payments are not configured here.' });
        },
      },
    );
  return {
    wirePaymentProvider: () => forward('paymentProvider'),
    wirePaymentEvents: () => forward('paymentEvents'),
  };
});
vi.mock('#runtime/wire/vault.ts', () => ({
  wireVaultSealer: () => ({
    seal: async (plaintext: string) => {
      world.sealed.push(plaintext);
      return `sealed-${world.sealed.length}`;
    },
  }),
}));
vi.mock('#runtime/wire/artifact-check.ts', () => ({
  wireArtifactCheck: () => ({
    check: async (artifact: object) => {
      world.checked.push(artifact);
      return world.artifactVerdict;
    },
  }),
}));
vi.mock('#runtime/wire/sources.ts', () => ({
  wireSources: () => ({
    verify: async () => {
      if (world.sourceFailure) throw world.sourceFailure;
      return { provider: 'git', defaultBranch: 'main' };
    },
    resolveBranch: async (_location: object, branch: string) => {
      if (world.sourceFailure) throw world.sourceFailure;
      if (world.branches.includes(branch)) return 'c'.repeat(40);
      throw new SourceFailure('branch_or_commit_not_found', 'No such branch.');
    },
  }),
}));
vi.stubGlobal('awslambda', {
  streamifyResponse: (run: unknown) => run,
  HttpResponseStream: { from: (stream: object, head: Head) => Object.assign(stream, { head }) },
});
process.env['ALLOWED_SOURCES'] = 'https,file,loopback';
process.env['LOG_LEVEL'] ??= 'error';

export interface CallOptions {
  caller?: Caller;
  params?: Record<string, string>;
  query?: Record<string, string | string[]>;
  headers?: Record<string, string>;
  body?: unknown;
  /** The body in the bytes that are sent, in place of `body`. */
  raw?: string | Buffer;
  requestCount?: number;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  text: string;
  body: Record<string, unknown> & { errors?: { pointer: string; code: string; hint?: string }[] };
}

interface Head {
  statusCode: number;
  headers: Record<string, string>;
}
type Handler = (event: APIGatewayProxyEvent, context: object) => Promise<Head & { body: string }>;
type StreamHandler = (event: APIGatewayProxyEvent, into: PassThrough, context: object) => Promise<void>;

/** The gateway passes the last value of each parameter, and all of them. */
const queryMaps = (query: CallOptions['query']) => {
  const several = Object.entries(query ?? {}).map(([name, value]) => [name, [value].flat()] as const);
  return {
    queryStringParameters: query ? Object.fromEntries(several.map(([n, all]) => [n, all.at(-1)])) : null,
    multiValueQueryStringParameters: query ? Object.fromEntries(several) : null,
  };
};

const eventOf = (endpoint: EndpointSpec, call: CallOptions): APIGatewayProxyEvent => {
  const raw = call.raw ?? (call.body === undefined ? null : JSON.stringify(call.body));
  const binary = Buffer.isBuffer(raw);
  return {
    httpMethod: endpoint.method,
    path: endpoint.path,
    headers: { ...(raw !== null && { 'Content-Type': 'application/json' }), ...call.headers },
    pathParameters: call.params ?? null,
    ...queryMaps(call.query),
    body: binary ? raw.toString('base64') : raw,
    isBase64Encoded: binary,
    requestContext: {
      requestId: 'gateway-request',
      authorizer: call.caller
        ? toAuthorizerContext(call.caller, rateState(call.requestCount ?? 1, noon))
        : null,
    },
  } as unknown as APIGatewayProxyEvent;
};

const specOf = (name: string): EndpointSpec => {
  const endpoint = endpoints.find((candidate) => candidate.name === name);
  if (!endpoint) throw new Error(`no endpoint ${name}`);
  return endpoint;
};

const run = async (endpoint: EndpointSpec, details: CallOptions): Promise<Head & { body: string }> => {
  const { handler } = (await import(`../../../functions/api/${endpoint.name}/handler.ts`)) as {
    handler: unknown;
  };
  const event = eventOf(endpoint, details);
  if (!endpoint.stream) return (handler as Handler)(event, {});
  const into: PassThrough & { head?: Head } = new PassThrough();
  const [body] = await Promise.all([textOf(into), (handler as StreamHandler)(event, into, {})]);
  if (!into.head) throw new Error('the stream has no status');
  return { ...into.head, body };
};

/**
 * Calls an endpoint as the gateway does after the authorizer. A stream is read to its end.
 * @throws Error for an answer that the endpoint does not declare.
 */
export const call = async (name: string, details: CallOptions): Promise<ApiResponse> => {
  const endpoint = specOf(name);
  const { statusCode: status, headers, body: text } = await run(endpoint, details);
  const json = text !== '' && (headers['Content-Type'] ?? '').includes('json');
  const answered = { status, headers, text, body: (json ? JSON.parse(text) : {}) as ApiResponse['body'] };
  const faults = contractViolations(endpoint, answered);
  if (faults.length > 0) throw new Error(`${name} answered ${status}: ${faults.join('; ')}`);
  return answered;
};
