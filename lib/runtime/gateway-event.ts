import type { APIGatewayProxyEvent } from 'aws-lambda';

/** Header names are case-insensitive; the gateway passes them as they came. */
export const headersOf = (event: Pick<APIGatewayProxyEvent, 'headers'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(event.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value ?? '']),
  );

const acceptable = /^[\x21-\x7e]{1,128}$/;

/** The caller's request id where it is harmless, else the gateway's. */
export const requestIdOf = (event: Pick<APIGatewayProxyEvent, 'headers' | 'requestContext'>): string => {
  const given = headersOf(event)['x-request-id'];
  return given !== undefined && acceptable.test(given) ? given : event.requestContext.requestId;
};
