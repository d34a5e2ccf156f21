import type { EndpointSpec } from '#contract/endpoint.ts';
import type { PortsOf, WiringOf } from '#contract/ports-of.ts';
import { now } from './clock.ts';
import { ids } from './ids.ts';
import { lambdaOf } from './http/lambda-of.ts';
import { lazyPorts } from './lazy-ports.ts';
import { parseRequest, requireMethod } from './http/read-request.ts';
import type { HandlerResponse } from './response.ts';
import type { Request, ResponseOf } from './serve.ts';

/** A request without a credential. */
type PublicRequest<E extends EndpointSpec> = Omit<Request<E>, 'caller' | 'idempotency' | 'requestedAt'>;

/**
 * Creates the Lambda of an endpoint that takes no credential: parsing, validation and the mapping of problems. A
 * credential that is sent anyway is not read.
 */
export const servePublic = <
  const E extends EndpointSpec & { access: NonNullable<EndpointSpec['access']> },
  const A extends ResponseOf<E>,
>(
  endpoint: E,
  wiring: WiringOf<E['needs']>,
  handle: (request: PublicRequest<E>, ports: PortsOf<E['needs']>) => Promise<A>,
) => {
  const ports = lazyPorts<PortsOf<E['needs']>>(wiring);
  return lambdaOf<PublicRequest<E>>(endpoint, {
    read: (event, { requestId }) => {
      requireMethod(endpoint, event);
      const { hashBody: _hash, ...parsed } = parseRequest(endpoint, event);
      return { ...parsed, now: now(), ids, requestId } as unknown as PublicRequest<E>;
    },
    organizationOf: () => undefined,
    answer: async (request) => (await handle(request, ports())) as HandlerResponse,
  });
};
