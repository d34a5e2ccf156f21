import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import type { TokenKind } from '@scangate/domain/identity/caller';
import { isWellFormedToken, kindOfToken } from '@scangate/domain/identity/tokens';
import type { SentCredential } from '#ports/identity/token-store.ts';
import { readCookies, sessionCookieName } from './cookies.ts';

export type CredentialHeaders = Pick<APIGatewayRequestAuthorizerEvent, 'headers'> &
  Partial<Pick<APIGatewayRequestAuthorizerEvent, 'multiValueHeaders' | 'path'>>;

/** A stream stays open even if nobody is watching, so waiting does not keep a session alive. */
const waitPath = '/wait';

/** All values of a header, however often it was sent. */
const valuesOf = ({ headers, multiValueHeaders }: CredentialHeaders, wanted: string): string[] => {
  const several = Object.entries(multiValueHeaders ?? {}).map(([name, all]) => [name, all ?? []] as const);
  const single = Object.entries(headers ?? {}).map(([name, one]) => [name, [one ?? '']] as const);
  return (several.length > 0 ? several : single)
    .filter(([name]) => name.toLowerCase() === wanted)
    .flatMap(([, values]) => values);
};

/** Reads the token of an Authorization header. */
const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(authorization ?? '')?.[1];

/** Every kind has one place: a session only its cookie, all others only the header. */
const inPlace = (secret: string | undefined, belongs: (kind: TokenKind) => boolean) => {
  if (secret === undefined || !isWellFormedToken(secret)) return undefined;
  const kind = kindOfToken(secret);
  return kind !== undefined && belongs(kind) ? { secret, kind } : undefined;
};

/**
 * Reads the credential of a request. Authorization takes precedence over a cookie; if either is sent twice, it
 * counts as none.
 * @returns undefined for anything malformed, and for a kind in the wrong place, before any call.
 */
export const sentCredential = (event: CredentialHeaders): SentCredential | undefined => {
  const authorization = valuesOf(event, 'authorization');
  const cookies = readCookies({ cookie: valuesOf(event, 'cookie').join('; ') });
  const found =
    authorization.length > 0
      ? inPlace(
          authorization.length === 1 ? bearerOf(authorization[0]) : undefined,
          (kind) => kind !== 'session',
        )
      : inPlace(cookies.get(sessionCookieName), (kind) => kind === 'session');
  const background =
    valuesOf(event, 'scangate-background').includes('1') || (event.path ?? '').endsWith(waitPath);
  return found && { ...found, background };
};
