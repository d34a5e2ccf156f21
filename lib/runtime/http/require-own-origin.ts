import type { APIGatewayProxyEvent } from 'aws-lambda';
import { timingSafeEqual } from 'node:crypto';
import { csrfHeader } from '@scangate/domain/identity/csrf';
import { Problem } from '@scangate/domain/problem';
import { headersOf } from '../gateway-event.ts';
import { ownAddress } from './own-address.ts';

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
 * Refuses a change by a session that another site sends with the browser of its person. `same-site` is refused too,
 * since two ports of a host are one site.
 * @param expected the value of `Scangate-CSRF` for the session.
 * @throws Problem csrf_failed.
 */
export const requireOwnOrigin = (event: Event, expected: string | undefined): void => {
  if (safeMethods.includes(event.httpMethod)) return;
  const headers = headersOf(event);
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw refused('The request comes from another origin.');
  if (origin !== undefined && origin !== new URL(ownAddress(event)).origin)
    throw refused('The request comes from another origin.');
  const given = headers[csrfHeader.toLowerCase()];
  if (given === undefined) throw refused(`A change by a session needs the header ${csrfHeader}.`);
  if (!expected || !isSame(given, expected))
    throw refused(`The header ${csrfHeader} is not the one of this session.`);
};
