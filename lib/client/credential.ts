import { ApiProblem } from './api-problem.ts';

/** A text, or a function that is asked before each request, for what expires. */
type TextOrSource = string | (() => string | Promise<string>);

export type CredentialOptions =
  | {
      /** A personal or service token, or a source of tokens. */
      token: TextOrSource;
    }
  | {
      /** Sends no credential: for operations that take none, such as the login of a command line. */
      anonymous: true;
    }
  | {
      /** Sends the cookies of the browser, whoever they belong to: to read the session before anything is known of it. */
      cookies: true;
    }
  | ({
      /**
       * The `csrfToken` of `GET /v1/session`. The browser sends its session as a cookie, so the page is on the origin of the
       * service.
       */
      csrfToken: TextOrSource;
    } & SessionOwner);

/**
 * The organization, person and role of a session. A client that was given them refuses to go on when the session of the
 * browser has become another one meanwhile.
 */
export interface SessionOwner {
  organizationId?: string;
  personId?: string;
  role?: string;
}

/** Proves to the service whose requests these are. */
export interface Credential {
  /** Whether the browser adds its cookie. */
  credentials: 'omit' | 'same-origin';
  headers(): Promise<Record<string, string>>;
  /**
   * Replaces what the service refused.
   * @param readSession asks for the session of the browser.  @returns whether the request may be sent again.
   */
  renewAfter(error: unknown, readSession: () => Promise<SessionFacts>): Promise<boolean>;
}

/** The parts of `GET /v1/session` that a client needs. */
export interface SessionFacts {
  csrfToken: string;
  organization: { organizationId: string };
  person: { personId: string };
  role: string;
}

const read = async (source: TextOrSource): Promise<string> => {
  const text = typeof source === 'string' ? source : await source();
  // The message of fetch about a wrong header would repeat the secret.
  if (typeof text !== 'string' || !/^[\x21-\x7e]+$/.test(text))
    throw new TypeError('The token is empty or holds characters that no token has.');
  return text;
};

const bearer = (token: TextOrSource): Credential => ({
  credentials: 'omit',
  headers: async () => ({ Authorization: `Bearer ${await read(token)}` }),
  renewAfter: async () => false,
});

/** Whether the session still is that of whoever the client was made for. */
const isOwner = ({ organizationId, personId, role }: SessionOwner, found: SessionFacts): boolean =>
  (organizationId === undefined || organizationId === found.organization.organizationId) &&
  (personId === undefined || personId === found.person.personId) &&
  (role === undefined || role === found.role);

/** Sends the CSRF token with reads too, since a cookie alone would read as whoever signed in last. */
const session = (given: TextOrSource, owner: SessionOwner): Credential => {
  let csrfToken = given;
  let renewal: Promise<boolean> | undefined;
  const renew = async (readSession: () => Promise<SessionFacts>): Promise<boolean> => {
    try {
      const found = await readSession();
      if (!isOwner(owner, found)) return false;
      csrfToken = found.csrfToken;
      return true;
    } finally {
      renewal = undefined;
    }
  };
  return {
    credentials: 'same-origin',
    headers: async () => ({ 'Scangate-CSRF': await read(csrfToken) }),
    async renewAfter(error, readSession) {
      if (!(error instanceof ApiProblem) || error.code !== 'csrf_failed') return false;
      // Requests that are refused together read the session once.
      renewal ??= renew(readSession);
      return renewal;
    },
  };
};

const nobody: Credential = {
  credentials: 'omit',
  headers: async () => ({}),
  renewAfter: async () => false,
};

/** The cookies of the browser, without a claim whose they are. */
export const cookiesAlone: Credential = { ...nobody, credentials: 'same-origin' };

export const credentialOf = (options: CredentialOptions): Credential => {
  if ('token' in options) return bearer(options.token);
  if ('cookies' in options) return cookiesAlone;
  return 'anonymous' in options ? nobody : session(options.csrfToken, options);
};
