import { parseCookie, stringifySetCookie } from 'cookie';
import { tokenHash } from '@scangate/domain/identity/tokens';
import { signInMs } from '@scangate/domain/identity/sessions/sign-in-secrets';

/** Holds the secret of a session. */
export const sessionCookieName = '__Host-scangate';
/** Tells the console that there is a session, whose own cookie scripts cannot read. */
export const signedInCookieName = '__Host-scangate-signed-in';
/** Binds a sign-in in progress to the browser that started it. */
export const signInCookieName = '__Host-scangate-signin';

export type Cookies = ReadonlyMap<string, string>;

/**
 * Reads the cookies of a request. A cookie that is sent twice is left out: another site may have set one of the two.
 * @param headers by lower-case name.
 */
export const readCookies = (headers: Readonly<Record<string, string | undefined>>): Cookies => {
  const found = new Map<string, string>();
  const repeated = new Set<string>();
  for (const pair of (headers['cookie'] ?? '').split(';'))
    for (const [name, value = ''] of Object.entries(parseCookie(pair))) {
      if (found.has(name)) repeated.add(name);
      found.set(name, value);
    }
  for (const name of repeated) found.delete(name);
  return found;
};

/** The attributes required by `__Host-`: this host only, over TLS, not readable by scripts. */
const hostOnly = { path: '/', secure: true, httpOnly: true } as const;

/**
 * Returns the Set-Cookie headers of a session: its secret, and a flag that the console may read. Without a secret,
 * the browser deletes both.
 */
export const sessionCookies = (secret: string | undefined): string[] => {
  const attributes = {
    ...hostOnly,
    sameSite: 'strict',
    ...(secret === undefined && { maxAge: 0 }),
  } as const;
  return [
    stringifySetCookie({ name: sessionCookieName, value: secret ?? '', ...attributes }),
    stringifySetCookie({
      name: signedInCookieName,
      value: secret === undefined ? '' : '1',
      ...attributes,
      httpOnly: false,
    }),
  ];
};

/**
 * Returns the Set-Cookie header for the secret that binds sign-ins to a browser.
 * @param crossSite whether the issuer returns the browser with a form, as SAML does: a Lax cookie would not be sent
 * then.
 */
export const signInCookie = (secret: string, { crossSite = false } = {}): string =>
  stringifySetCookie({
    name: signInCookieName,
    value: secret,
    ...hostOnly,
    sameSite: crossSite ? 'none' : 'lax',
    maxAge: signInMs / 1000,
  });

/** The hash of the secret of the request's session. The authorizer has already accepted the secret. */
export const sessionHashOf = (headers: Readonly<Record<string, string | undefined>>): string =>
  tokenHash(readCookies(headers).get(sessionCookieName) ?? '');
