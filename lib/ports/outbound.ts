import type { FailureCause } from '@scangate/domain/events/event-records';

/** The purpose of a request to an external address; it determines limits and permitted private hosts. */
export const outboundPurposes = ['issuer', 'webhook', 'provider', 'git'] as const;
export type OutboundPurpose = (typeof outboundPurposes)[number];

/** The part of `fetch` that outbound requests need, so that it can be passed to libraries that take a `fetch`. */
export interface OutboundRequest {
  method?: string | undefined;
  headers?: ConstructorParameters<typeof Headers>[0];
  body?: string | URLSearchParams | Uint8Array | ArrayBuffer | ReadableStream | null | undefined;
  signal?: AbortSignal | null | undefined;
}

/** Sends a request to one address. A redirect counts as a failure. @throws OutboundFailure */
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

/** An external host did not respond as required. It has no details, because they could reveal an internal network. */
export class OutboundFailure extends Error {
  readonly reason: OutboundReason;
  /** The status of the response, if its head arrived. */
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

/** Returns the name of a failure in the log of deliveries. */
export const failureCauseOf = ({ reason }: OutboundFailure): FailureCause => causes[reason];

/** The only way to connect to hosts that customers chose. */
export interface Outbound {
  /**
   * A `fetch` with the limits of its purpose: for `webhook`, 3 s to connect, 10 s in total, 64 KB read and the rest
   * discarded.
   */
  fetch(purpose: OutboundPurpose): OutboundFetch;
  /** Resolves the host of a URL without connecting. @throws OutboundFailure when none of its addresses is permitted. */
  check(purpose: OutboundPurpose, url: string): Promise<void>;
  /** Whether the operator permits private addresses, and this machine, for a host. */
  isPrivateHost(purpose: OutboundPurpose, hostname: string): boolean;
}
