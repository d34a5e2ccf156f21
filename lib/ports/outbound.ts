import type { FailureCause } from '@scangate/domain/events/event-records';

/** The purpose of a request to a foreign address; limits and permitted private hosts follow from it. */
export const outboundPurposes = ['issuer', 'webhook', 'provider', 'git'] as const;
export type OutboundPurpose = (typeof outboundPurposes)[number];

/** The part of `fetch` that requests to the outside need, so that it fits where libraries take a `fetch`. */
export interface OutboundRequest {
  method?: string | undefined;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: string | URLSearchParams | Uint8Array | ArrayBuffer | ReadableStream | null | undefined;
  signal?: AbortSignal | null | undefined;
}

/** Asks one address. A redirect is a failure. @throws OutboundFailure */
export type OutboundFetch = (url: string | URL, request?: OutboundRequest) => Promise<Response>;

export type OutboundReason =
  | 'address_forbidden'
  | 'url_forbidden'
  | 'name_unknown'
  | 'tls_failed'
  | 'unreachable'
  | 'timed_out'
  | 'too_large'
  | 'redirected'
  | 'encoded';

/** A host outside did not answer as it must. It has no details, which could reveal an internal network. */
export class OutboundFailure extends Error {
  readonly reason: OutboundReason;
  /** The status of the answer, when its head arrived. */
  readonly status: number | undefined;

  constructor(reason: OutboundReason, { status, ...options }: ErrorOptions & { status?: number } = {}) {
    super(`the request to the outside failed: ${reason}`, options);
    this.name = 'OutboundFailure';
    this.reason = reason;
    this.status = status;
  }
}

const causes: Readonly<Record<OutboundReason, FailureCause>> = {
  address_forbidden: 'forbidden_address',
  url_forbidden: 'forbidden_address',
  name_unknown: 'dns',
  tls_failed: 'tls',
  unreachable: 'connection',
  timed_out: 'timeout',
  too_large: 'too_large',
  redirected: 'redirected',
  encoded: 'rejected',
};

/** Names a failure as the log of deliveries does. */
export const failureCauseOf = ({ reason }: OutboundFailure): FailureCause => causes[reason];

/** The only way to hosts that others chose. */
export interface Outbound {
  /** A `fetch` with the limits of its purpose: for `webhook` connect 3 s, all 10 s, 64 KB read and the rest cut off. */
  fetch(purpose: OutboundPurpose): OutboundFetch;
  /** Resolves the host of a URL without connecting. @throws OutboundFailure when no address of it is permitted. */
  check(purpose: OutboundPurpose, url: string): Promise<void>;
  /** Whether the operator permits the private addresses, and this machine, of a host. */
  isPrivateHost(purpose: OutboundPurpose, hostname: string): boolean;
}
