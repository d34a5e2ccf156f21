import { requestLimitBytes } from '@scangate/domain/scans/uploads/request-size-limit';

/**
 * The maximum body size that surely fits into the event of a function, plain or compressed
 * (docs/adr/0004-request-bodies.md).
 */
const eventRoomBytes = 4_500_000;

/** The three ways of sending a scan request, with the maximum size of each. */
export const requestWays = [
  { way: 'application/json', maxBytes: eventRoomBytes },
  { way: 'application/gzip', maxBytes: eventRoomBytes, maxInflatedBytes: requestLimitBytes },
  { way: 'upload', maxBytes: requestLimitBytes },
] as const;

/** Groups digits without `Intl`, whose locales take longer to load at a cold start than all schemas. */
const count = (bytes: number): string => String(bytes).replace(/\B(?=(?:\d{3}){1,4}$)/g, ',');

/**
 * The detail for a body that is too large for the event of a function. The gateway uses it for every path, although
 * only scan requests have other ways.
 */
export const tooLargeForEvent = (): string =>
  `Plain JSON fits up to ${count(eventRoomBytes)} bytes. A scan request (POST /v1/scans, POST /v1/scans/quote) of up to ` +
  `${count(requestLimitBytes)} bytes is sent as application/gzip where it compresses to ${count(eventRoomBytes)}, else ` +
  'it is uploaded (POST /v1/uploads) and the uploadId sent alone. Any other body has to be smaller.';

/** The detail for a request that exceeds the limits of all ways. */
export const tooLargeForAll = (): string =>
  `A scan request has at most ${count(requestLimitBytes)} bytes of JSON, plain, as application/gzip or uploaded: ` +
  'this one fits none of the three ways. Send a smaller lockfile or SBOM.';
