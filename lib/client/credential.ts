import { ApiProblem } from './api-problem.ts';
import type { Route } from './route.ts';

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
      /**
       * The `csrfToken` of `GET /v1/session`. The browser sends its session as a cookie, so the page is on the origin of the
       * service.
       */
      csrfToken: TextOrSource;
      /** Refuses to go on when the session of the browser has become that of another organization meanwhile. */
      organizationId?: string;
    };

/** Proves to the service whose requests these are. */
export interface Credential {
  /** Whether the browser adds its cookie. */
  credentials: 'omit' | 'same-origin';
  headersFor(method: Route['method']): Promise<Record<string, string>>;
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
}

const isSafe = (method: string): boolean => method === 'GET';

const read = async (source: TextOrSource): Promise<string> => {
  const text = typeof source === 'string' ? source : await source();
  // The message of fetch about a wrong header would repeat the secret.
  if (typeof text !== 'string' || !/^[\x21-\x7e]+$/.test(text))
    throw new TypeError('The token is empty or holds characters that no token has.');
  return text;
};

const bearer = (token: TextOrSource): Credential => ({
  credentials: 'omit',
  headersFor: async () => ({ Authorization: `Bearer ${await read(token)}` }),
  renewAfter: async () => false,
});

const session = (given: TextOrSource, organizationId: string | undefined): Credential => {
  let csrfToken = given;
  return {
    credentials: 'same-origin',
    async headersFor(method): Promise<Record<string, string>> {
      return isSafe(method) ? {} : { 'Scangate-CSRF': await read(csrfToken) };
    },
    async renewAfter(error, readSession) {
      if (!(error instanceof ApiProblem) || error.code !== 'csrf_failed') return false;
      const found = await readSession();
      if (organizationId !== undefined && found.organization.organizationId !== organizationId) return false;
      csrfToken = found.csrfToken;
      return true;
    },
  };
};

const nobody: Credential = {
  credentials: 'omit',
  headersFor: async () => ({}),
  renewAfter: async () => false,
};

export const credentialOf = (options: CredentialOptions): Credential => {
  if ('token' in options) return bearer(options.token);
  return 'anonymous' in options ? nobody : session(options.csrfToken, options.organizationId);
};
