import type { components } from './generated/types.ts';

type Members = Record<string, unknown>;

/** One offending place in a request; `pointer` is a JSON Pointer into the body. */
export type ProblemPart = NonNullable<components['schemas']['Problem']['errors']>[number];

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textAt = (members: Members, name: string): string | undefined => {
  const value = members[name];
  return typeof value === 'string' ? value : undefined;
};

/** Reads whole seconds; the service never sends a date. */
const secondsIn = (text: string | null): number | undefined =>
  text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;

/** The service refused a request (RFC 9457). Branch on `code`; `message` is for people. */
export class ApiProblem extends Error {
  /** `unexpected_answer` when the response is not a problem document of the service. */
  readonly code: string;
  readonly status: number;
  readonly requestId: string | undefined;
  /** Whether the same request may succeed later without any change. */
  readonly retryable: boolean;
  /** When to retry, if the response says so. */
  readonly retryAfterSeconds: number | undefined;
  readonly errors: readonly ProblemPart[];
  /** All members of the problem document: `pool`, `balance`, `limitBytes`, … */
  readonly members: Readonly<Members>;

  constructor(status: number, headers: Headers, members: Members) {
    super(textAt(members, 'detail') ?? textAt(members, 'title') ?? `The service answered ${status}.`);
    this.name = 'ApiProblem';
    this.code = textAt(members, 'code') ?? 'unexpected_answer';
    this.status = status;
    this.requestId = textAt(members, 'requestId') ?? headers.get('x-request-id') ?? undefined;
    this.retryable = members['retryable'] === true || status === 429 || status >= 500;
    this.retryAfterSeconds = secondsIn(headers.get('retry-after'));
    this.errors = Array.isArray(members['errors']) ? (members['errors'] as ProblemPart[]) : [];
    this.members = members;
  }
}

/** The response is missing or incomplete, so the outcome of the request is unknown. */
export class ConnectionLost extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ConnectionLost';
  }
}

/** The service said nothing for a minute. Asking again would only take another minute. */
export class ServiceSilent extends ConnectionLost {
  constructor(options?: ErrorOptions) {
    super('The service said nothing for a minute.', options);
    this.name = 'ServiceSilent';
  }
}

const membersOf = (text: string): Members => {
  try {
    const value: unknown = JSON.parse(text);
    return isMembers(value) ? value : {};
  } catch {
    return {};
  }
};

export const apiProblemFrom = (
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): ApiProblem => new ApiProblem(status, headers, membersOf(text));
