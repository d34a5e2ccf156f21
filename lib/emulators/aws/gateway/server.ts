import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../protocol/aws-json.ts';
import { payloadLimitBytes, type Functions } from '../lambda/functions.ts';
import type { ApiPlan } from '../template/api-plan.ts';
import type { InvocationResult } from '../lambda/worker-pool.ts';
import { authorize } from './authorize.ts';
import { GatewayError, openGatewayResponses } from './gateway-response.ts';
import { requestEvent, isBinary, readGatewayRequest, type GatewayRequest } from './proxy-event.ts';
import { readProxyResponse } from './proxy-response.ts';
import { readRequestBody, requestLimitBytes } from './request-body.ts';
import { openRouter, type RouteMatch } from './router.ts';
import { idleLimitMs, streamResponse } from './stream-response.ts';

export interface GatewayOptions {
  api: ApiPlan;
  functions: Functions;
  now: () => number;
  report: (error: unknown) => void;
  /** Shorter limits, for tests of the limits. */
  limits?: { timeoutMs?: number; idleMs?: number };
}

export type Gateway = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Opens a REST API of API Gateway: routes, authorizer, proxy events, gateway responses, and its limits. */
export const openGateway = (options: GatewayOptions): Gateway => {
  const { api } = options;
  const route = openRouter(api.routes);
  const refusal = openGatewayResponses(api);

  return async (request, response) => {
    const requestId = randomUUID();
    const received = readGatewayRequest(request, requestId, options.now());
    response.setHeader('x-amzn-requestid', requestId);
    response.setHeader('x-amz-apigw-id', requestId);
    try {
      const matched = route(received.method, received.path);
      if (!matched) throw new GatewayError('MISSING_AUTHENTICATION_TOKEN');
      await serve(options, received, { matched, request, response });
    } catch (error) {
      if (!(error instanceof GatewayError)) options.report(error);
      const type = error instanceof GatewayError ? error.type : 'DEFAULT_5XX';
      await drain(request);
      send(response, refusal(type, received));
    }
  };
};

const send = (
  response: ServerResponse,
  { status, headers, body }: { status: number; headers: object; body: string | Buffer },
): void => {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
};

/** Reads the rest of the body, because a client that is still sending sees no response; it cuts off an endless body. */
const drain = async (request: IncomingMessage): Promise<void> => {
  if (request.complete || request.destroyed) return;
  let left = 4 * requestLimitBytes;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
  await new Promise<void>((resolve) => {
    request.once('end', resolve).once('close', resolve);
    request.resume();
  });
};

const serve = async (
  options: GatewayOptions,
  received: GatewayRequest,
  { matched, request, response }: { matched: RouteMatch; request: IncomingMessage; response: ServerResponse },
): Promise<void> => {
  const { api, functions, limits } = options;
  if (Number(request.headers['content-length'] ?? 0) > requestLimitBytes)
    throw new GatewayError('REQUEST_TOO_LARGE');
  const authorizer = await authorize(api, functions, { received, matched });
  const body = await readRequestBody(request);
  const event = proxyEvent(api, received, { matched, body, authorizer });
  if (Buffer.byteLength(event) > payloadLimitBytes) throw new GatewayError('REQUEST_TOO_LARGE');
  const timeoutMs = Math.min(limits?.timeoutMs ?? Infinity, matched.route.timeoutMs);
  try {
    if (matched.route.stream) {
      const idleMs = limits?.idleMs ?? idleLimitMs(api);
      return await streamResponse(functions, matched.route, {
        event,
        response,
        limits: { timeoutMs, idleMs },
      });
    }
    const outcome = await inTime(functions.invoke(matched.route.functionArn, event), timeoutMs);
    if (outcome.failed) throw new GatewayError('DEFAULT_5XX');
    send(response, readProxyResponse(api, received, outcome.payload));
  } catch (error) {
    // Lambda itself refused the invocation: throttled or out of order.
    if (error instanceof ServiceError) throw new GatewayError('INTEGRATION_FAILURE');
    throw error;
  }
};

const proxyEvent = (
  api: ApiPlan,
  received: GatewayRequest,
  {
    matched,
    body,
    authorizer,
  }: { matched: RouteMatch; body: Buffer; authorizer: Record<string, string> | undefined },
): string => {
  const event = requestEvent(api, withoutEncoding(received), matched);
  const type = received.headers.findLast(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const isBase64Encoded = body.length > 0 && isBinary(api, type);
  const text = body.toString(isBase64Encoded ? 'base64' : 'utf8');
  return JSON.stringify({
    ...event,
    requestContext: { ...event.requestContext, ...(authorizer && { authorizer }) },
    body: body.length === 0 ? null : text,
    isBase64Encoded,
  });
};

/** Drops the header of an encoding that is already decoded. */
const withoutEncoding = (received: GatewayRequest): GatewayRequest => ({
  ...received,
  headers: received.headers.filter(([name]) => name.toLowerCase() !== 'content-encoding'),
});

const inTime = (work: Promise<InvocationResult>, timeoutMs: number) =>
  new Promise<InvocationResult>((resolve, reject) => {
    const timer = setTimeout(() => reject(new GatewayError('INTEGRATION_TIMEOUT')), timeoutMs);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
