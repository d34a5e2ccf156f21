import { ApiProblem, createClient, type Client } from '@scangate/client';
import { noteServerTime } from '../browser/server-time.ts';
import type { Session } from '../session.ts';
import { ownerOf } from './other-tabs.ts';

/** The service answers under the origin of this page. */
const baseUrl = (): string => `${window.location.origin}/`;

/** Calls operations that need no session. */
export const publicClient = (): Client => createClient({ baseUrl: baseUrl(), anonymous: true });

/** Calls with the cookies of this browser, and takes those of the answer. It claims no session. */
export const cookieClient = (): Client => createClient({ baseUrl: baseUrl(), cookies: true });

/**
 * Calls with a session; after `csrf_failed` it continues only as the same person, in the same organization and role.
 */
export const clientOf = (session: Session): Client => {
  const { csrfToken, role } = session;
  return createClient({ baseUrl: baseUrl(), csrfToken, role, ...ownerOf(session) });
};

/** The service sets it beside the session's own cookie, which no script can read. */
const signedInCookieName = '__Host-scangate-signed-in';

const mayBeSignedIn = (): boolean =>
  document.cookie.split('; ').some((pair) => pair.startsWith(`${signedInCookieName}=`));

/** Reads the session of this browser, without a call where it has none. @returns undefined when signed out. */
export const readSession = async (): Promise<Session | undefined> => {
  if (!mayBeSignedIn()) return undefined;
  try {
    const { body, headers } = await cookieClient().call('get-session');
    noteServerTime(headers.get('date'));
    return body;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return undefined;
    throw error;
  }
};
