import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Returns the headers by lower-case name; the gateway passes names as the client sent them. */
export const headersOf = (event: Pick<APIGatewayProxyEvent, 'headers'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value ?? '']),
  );

const acceptable = /^[\x21-\x7e]{1,128}$/;

/** Returns the client's request id if it is safe to echo, otherwise the gateway's. */
export const requestIdOf = (event: Pick<APIGatewayProxyEvent, 'headers' | 'requestContext'>): string => {
  const given = headersOf(event)['x-request-id'];
  return given !== undefined && acceptable.test(given) ? given : event.requestContext.requestId;
};
