import type { APIGatewayProxyEvent } from 'aws-lambda';
import { timingSafeEqual } from 'node:crypto';
import { csrfHeader } from '@scangate/domain/identity/csrf';
import { Problem } from '@scangate/domain/problem';
import { headersOf } from '../gateway-event.ts';
import { serviceAddress } from './service-address.ts';

type Event = Pick<
  APIGatewayProxyEvent,
  'headers' | 'httpMethod' | 'path' | 'requestContext' | 'stageVariables'
>;

const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

const isSame = (given: string, expected: string): boolean => {
  const [mine, theirs] = [Buffer.from(expected), Buffer.from(given)];
  return mine.length === theirs.length && timingSafeEqual(mine, theirs);
};

const refused = (detail: string) => new Problem('csrf_failed', { detail });

/**
 * Refuses a request that was sent for another session than that of the cookie: the page was opened before a switch
 * or another sign-in. Links do not send the header, so reads without it are accepted.
 * @throws Problem csrf_failed.
 */
const requireSameSession = (given: string | undefined, expected: string | undefined): void => {
  if (given !== undefined && (!expected || !isSame(given, expected)))
    throw refused(`The header ${csrfHeader} is not the one of this session.`);
};

/**
 * Refuses a change that another site sends with a session from the person's browser. `same-site` is refused too,
 * since two ports of a host are one site. A read is refused only if its header names another session.
 * @param expected the value of `Scangate-CSRF` for the session.
 * @throws Problem csrf_failed.
 */
export const requireOwnOrigin = (event: Event, expected: string | undefined): void => {
  const headers = headersOf(event);
  const given = headers[csrfHeader.toLowerCase()];
  if (safeMethods.includes(event.httpMethod)) {
    requireSameSession(given, expected);
    return;
  }
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw refused('The request comes from another origin.');
  if (origin !== undefined && origin !== new URL(serviceAddress(event)).origin)
    throw refused('The request comes from another origin.');
  if (given === undefined) throw refused(`A change by a session needs the header ${csrfHeader}.`);
  requireSameSession(given, expected);
};
