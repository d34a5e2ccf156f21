import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { respond, listen, readBody } from '@scangate/emulator-host/http-server';
import type { LocalCloud } from '#local/start.ts';
import type { ServiceName } from '@scangate/emulator-host/fault-injector';
import type { WrittenItem } from './capacity/capacity.ts';
import { openCapacityMeter, type Meter } from './capacity/capacity-meter.ts';
import { overlapOf, type Overlap } from './overlap.ts';

/** A request of a function to an AWS service. */
export interface AwsCall {
  /** The function's name. */
  caller: string;
  service: ServiceName;
  operation: string;
  /** In milliseconds of a monotonic clock. */
  startMs: number;
  endMs: number;
  readUnits: number;
  written: WrittenItem[];
  /** The physical name of the function that it invokes and waits for. */
  invokes?: string;
}

export interface Recorder {
  /** Returns the environment of an SDK client whose requests are recorded under this name. */
  environmentOf(caller: string): Record<string, string>;
  /**
   * Runs something and returns the requests to AWS meanwhile. Where the order of a function's calls is measured, its name
   * makes those overlap that do not need each other's answers.
   */
  during<T>(run: () => Promise<T>, ordered?: string): Promise<{ calls: AwsCall[]; result: T }>;
  close(): Promise<void>;
}

const recorded: readonly ServiceName[] = ['dynamodb', 's3', 'sfn', 'kms', 'lambda'];
const bodyLimitBytes = 64 * 1024 * 1024;
/** Headers of one hop, and headers that must not be sent twice. */
const hopHeaders = new Set(['connection', 'transfer-encoding', 'expect', 'keep-alive', 'content-length']);

const variableOf = (service: ServiceName): string => `AWS_ENDPOINT_URL_${service.toUpperCase()}`;

/** Reads the caller from the User-Agent, where the SDK puts AWS_SDK_UA_APP_ID. */
const callerOf = ({ headers }: IncomingMessage): string =>
  /\bapp\/([\w-]+)/.exec(headers['user-agent'] ?? '')?.[1] ?? 'unknown';

const operationOf = (service: ServiceName, { headers, url = '/', method = '' }: IncomingMessage): string => {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return target.split('.').at(-1) ?? target;
  if (service === 'lambda') return 'Invoke';
  return new URL(url, 'http://127.0.0.1').searchParams.get('x-id') ?? `${method}Object`;
};

const invokedBy = (
  service: ServiceName,
  { headers, url = '' }: IncomingMessage,
): Pick<AwsCall, 'invokes'> => {
  if (service !== 'lambda' || headers['x-amz-invocation-type'] === 'Event') return {};
  const [, name] = /\/functions\/([^/]+)\/invocations/.exec(decodeURIComponent(url)) ?? [];
  // An ARN or a name, with or without an alias.
  return name === undefined ? {} : { invokes: name.replace(/^arn:.*:function:/, '').replace(/:.*$/, '') };
};

interface Answered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

const passOn = async (
  upstream: string,
  agent: Agent,
  request: IncomingMessage,
  body: Buffer,
): Promise<Answered> => {
  const own = Object.entries(request.headers).filter(([name]) => !hopHeaders.has(name));
  const headers = { ...Object.fromEntries(own), 'content-length': body.length };
  const received = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest(new URL(request.url ?? '/', upstream), { method: request.method, agent, headers }, resolve)
      .on('error', reject)
      .end(body);
  });
  const theirs = Object.entries(received.headers).filter(([name]) => !hopHeaders.has(name));
  return {
    status: received.statusCode ?? 500,
    headers: Object.fromEntries(theirs.map(([name, value]) => [name, String(value)])),
    body: await readBody(received, bodyLimitBytes),
  };
};

/** Sends a request of the bench itself to the local DynamoDB, which is not recorded. */
const asking = (url: string) => async (operation: string, input: object) => {
  const headers = { 'x-amz-target': `DynamoDB_20120810.${operation}` };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${operation} answered ${response.status}: ${text}`);
  return JSON.parse(text) as unknown;
};

interface Recording {
  meter: Meter;
  agent: Agent;
  /** Collects the calls while something runs. */
  calls: AwsCall[] | undefined;
  overlap: Overlap | undefined;
}

/** Forwards a request to DynamoDB and records its cost. */
const metered = async (
  { meter }: Recording,
  operation: string,
  body: Buffer,
  forward: () => Promise<Answered>,
) => {
  let answered: Answered | undefined;
  const consumed = await meter(operation, JSON.parse(body.toString()) as object, async () => {
    answered = await forward();
    return JSON.parse(answered.body.toString()) as unknown;
  });
  if (!answered) throw new Error('the request was not forwarded');
  return { answered, consumed };
};

const handlerOf =
  (recording: Recording, service: ServiceName, upstream: string) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { calls } = recording;
    const caller = callerOf(request);
    const overlap = recording.overlap?.caller === caller ? recording.overlap : undefined;
    const startMs = performance.now();
    overlap?.arrived();
    try {
      const body = await readBody(request, bodyLimitBytes);
      const operation = operationOf(service, request);
      const forward = () => passOn(upstream, recording.agent, request, body);
      const { answered, consumed } =
        calls && service === 'dynamodb'
          ? await metered(recording, operation, body, forward)
          : { answered: await forward(), consumed: { readUnits: 0, written: [] } };
      await overlap?.quiet();
      const endMs = performance.now();
      const call = { caller, service, operation, startMs, endMs };
      calls?.push({ ...call, ...invokedBy(service, request), ...consumed });
      respond(response, answered.status, { headers: answered.headers, body: answered.body });
    } catch (error) {
      calls?.push(failedCall(request, service, error));
      response.destroy();
    }
  };

/** A call that could not be recorded must be visible. */
const failedCall = (request: IncomingMessage, service: ServiceName, error: unknown): AwsCall => ({
  caller: callerOf(request),
  service,
  operation: `failed: ${String(error)}`,
  startMs: 0,
  endMs: 0,
  readUnits: Number.NaN,
  written: [],
});

/**
 * A proxy between the functions of a local cloud and its services. It must be opened before the first
 * function starts, because it changes the addresses that functions get.
 */
export const openRecorder = async ({ plan, environment, clock }: LocalCloud): Promise<Recorder> => {
  const upstreamOf = (service: ServiceName): string => environment[variableOf(service)] ?? '';
  const agent = new Agent({ keepAlive: true });
  const meter = openCapacityMeter(plan.tables, asking(upstreamOf('dynamodb')));
  const recording: Recording = { meter, agent, calls: undefined, overlap: undefined };
  const servers = await Promise.all(
    recorded.map((service) => listen(handlerOf(recording, service, upstreamOf(service)), { now: clock.now })),
  );
  const endpoints = Object.fromEntries(
    recorded.map((service, index) => [variableOf(service), servers[index]?.url ?? '']),
  );
  const environmentOf = (caller: string) => ({ ...endpoints, AWS_SDK_UA_APP_ID: caller });
  for (const fn of plan.functions) Object.assign(fn.environment, environmentOf(fn.bundle));
  return {
    environmentOf,
    during: async (run, ordered) => {
      const calls: AwsCall[] = [];
      recording.calls = calls;
      recording.overlap = ordered === undefined ? undefined : overlapOf(ordered);
      try {
        return { result: await run(), calls };
      } finally {
        recording.calls = undefined;
        recording.overlap = undefined;
      }
    },
    close: async () => {
      agent.destroy();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
};
