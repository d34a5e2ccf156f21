/** Why an answer from outside is not there: each is final for the request that asked. */
type OutboundReason =
  | 'address_forbidden'
  | 'url_forbidden'
  | 'unreachable'
  | 'timed_out'
  | 'too_large'
  | 'redirected'
  | 'encoded';

/** A host outside did not answer as it must. It has no details, which could reveal an internal network. */
export class OutboundFailure extends Error {
  readonly reason: OutboundReason;

  constructor(reason: OutboundReason, options?: ErrorOptions) {
    super(`the request to the outside failed: ${reason}`, options);
    this.name = 'OutboundFailure';
    this.reason = reason;
  }
}
