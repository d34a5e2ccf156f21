import type { APIGatewayProxyEvent } from 'aws-lambda';
import { viewerHostHeader } from '#contract/distribution-headers.ts';
import { headersOf } from '../gateway-event.ts';

type Event = Pick<APIGatewayProxyEvent, 'headers' | 'path' | 'requestContext' | 'stageVariables'>;

/** A host name or address, with or without a port. Any other value that a caller sends as a host is ignored. */
const hostForm = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * The origin of a host. The local service has no TLS, and browsers accept `Secure` cookies on loopback nevertheless.
 */
const hostOrigin = (host: string): string => {
  const isLoopback = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
  return `${isLoopback ? 'http' : 'https'}://${host}`;
};

/** The stage, which is part of the gateway's address, but not of a custom domain. */
const stageOf = ({ path, requestContext }: Event): string => {
  const full = requestContext.path ?? '';
  return full.endsWith(path) ? full.slice(0, full.length - path.length) : '';
};

/**
 * The address of the service, without a slash at its end: the setting `publicUrl`, which the gateway passes with
 * each request; otherwise the host under which the viewer reached the console's distribution; otherwise that of the
 * gateway.
 *
 * A direct caller of the gateway may send any host in the distribution's header. A browser sends that header to no
 * other origin unrequested, and cookies to no other host.
 */
export const serviceAddress = (event: Event): string => {
  const { stageVariables, requestContext } = event;
  const publicUrl = stageVariables?.['publicUrl'];
  if (publicUrl) return publicUrl;
  const headers = headersOf(event);
  const viewerHost = headers[viewerHostHeader.toLowerCase()];
  if (viewerHost && hostForm.test(viewerHost) && URL.canParse(`https://${viewerHost}`))
    return hostOrigin(viewerHost);
  return hostOrigin(headers['host'] ?? requestContext.domainName ?? '') + stageOf(event);
};
