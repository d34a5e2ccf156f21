import { ApiProblem, createClient, type Client } from '@scangate/client';
import { noteServerTime } from './server-time.ts';
import type { Session } from './session.ts';

/** The service answers under the origin of this page. */
const baseUrl = (): string => `${window.location.origin}/`;

/** Calls what needs no session. */
export const publicClient = (): Client => createClient({ baseUrl: baseUrl(), anonymous: true });

/** Calls as a session, and goes on after `csrf_failed` only in the same organization. */
export const clientOf = ({ csrfToken, organization: { organizationId } }: Session): Client =>
  createClient({ baseUrl: baseUrl(), csrfToken, organizationId });

/** Reads the session of this browser. @returns undefined when nobody is signed in. */
export const readSession = async (): Promise<Session | undefined> => {
  try {
    // Reading sends no token against forgery.
    const { body, headers } = await createClient({ baseUrl: baseUrl(), csrfToken: 'none' }).call(
      'get-session',
    );
    noteServerTime(headers.get('date'));
    return body;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) return undefined;
    throw error;
  }
};
