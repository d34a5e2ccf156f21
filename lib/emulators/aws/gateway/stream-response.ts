import type { ServerResponse } from 'node:http';
import type { Functions } from '../lambda/functions.ts';
import type { ApiPlan, RoutePlan } from '../template/api-plan.ts';
import { isObject, type Json, type JsonObject } from '../template/resolve-templates.ts';
import type { ResponseSink } from '../lambda/worker-pool.ts';
import { GatewayError } from './gateway-response.ts';
import { outgoingHeaders, readStatusCode } from './proxy-response.ts';

/** @returns how long a stream may stay silent. */
export const idleLimitMs = (api: ApiPlan): number => (api.regional ? 300_000 : 30_000);

const preludeLimitBytes = 64 * 1024;
const separator = Buffer.alloc(8);

/**
 * Streams the response of a function. Status and headers come first, as JSON, then eight NUL bytes.
 * @throws GatewayError before the first byte; later the connection is cut, as API Gateway does.
 */
export const streamResponse = async (
  functions: Functions,
  route: RoutePlan,
  {
    event,
    response,
    limits,
  }: { event: string; response: ServerResponse; limits: { timeoutMs: number; idleMs: number } },
): Promise<void> => {
  const { promise: timeout, reject: fail } = Promise.withResolvers<never>();
  timeout.catch(() => {});
  const timedOut = () => fail(new GatewayError('INTEGRATION_TIMEOUT'));
  const deadline = setTimeout(timedOut, limits.timeoutMs);
  let silence = setTimeout(timedOut, limits.idleMs);
  const ended = new AbortController();
  const sink = sinkInto(response, {
    ended: ended.signal,
    fail,
    onBytes: () => {
      clearTimeout(silence);
      silence = setTimeout(timedOut, limits.idleMs);
    },
  });
  try {
    const outcome = await Promise.race([functions.invokeStreamed(route.functionArn, event, sink), timeout]);
    if (outcome.failed || !response.headersSent) throw new GatewayError('DEFAULT_5XX');
    response.end();
  } catch (error) {
    if (!response.headersSent) throw error;
    response.destroy();
  } finally {
    ended.abort();
    clearTimeout(deadline);
    clearTimeout(silence);
  }
};

/** Discards what the function writes after its caller has gone, because as in Lambda it continues. */
const sinkInto = (
  response: ServerResponse,
  { ended, fail, onBytes }: { ended: AbortSignal; fail: (why: unknown) => void; onBytes: () => void },
): ResponseSink => {
  let prelude: Buffer | undefined = Buffer.alloc(0);
  return async (bytes) => {
    if (ended.aborted) return;
    onBytes();
    if (prelude === undefined) return written(response, bytes);
    prelude = Buffer.concat([prelude, bytes]);
    const end = prelude.indexOf(separator);
    if (end < 0 && prelude.length <= preludeLimitBytes) return;
    try {
      const head = readPrelude(end < 0 ? undefined : prelude.subarray(0, end).toString('utf8'));
      response.writeHead(
        readStatusCode(head.statusCode),
        outgoingHeaders(head.headers, head.multiValueHeaders),
      );
    } catch (error) {
      return fail(error);
    }
    const rest = prelude.subarray(end + separator.length);
    prelude = undefined;
    response.flushHeaders();
    if (rest.length > 0) await written(response, rest);
  };
};

const readPrelude = (text: string | undefined): JsonObject => {
  try {
    const value = JSON.parse(text ?? '') as Json;
    if (isObject(value)) return value;
  } catch {
    // Refused below, like any other value that is not an object.
  }
  throw new GatewayError('DEFAULT_5XX');
};

const written = (response: ServerResponse, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    if (response.destroyed || response.write(bytes)) return resolve();
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
