import { requestLimitBytes } from '@scangate/domain/scans/request-limit';

/** The most bytes that surely fit the event of a function, plain or compressed (docs/adr/0004-request-bodies.md). */
const eventRoomBytes = 4_500_000;

/** The three ways of sending a scan request, and the most bytes of each. */
export const requestWays = [
  { way: 'application/json', maxBytes: eventRoomBytes },
  { way: 'application/gzip', maxBytes: eventRoomBytes, maxInflatedBytes: requestLimitBytes },
  { way: 'upload', maxBytes: requestLimitBytes },
] as const;

const count = (bytes: number): string => bytes.toLocaleString('en-US');

/** The detail for a plain body that is too large for the event of a function. */
export const tooLargeForEvent =
  `Plain JSON fits up to ${count(eventRoomBytes)} bytes. Send up to ${count(requestLimitBytes)} bytes of JSON as ` +
  `application/gzip where they compress to ${count(eventRoomBytes)}, else upload them (POST /v1/uploads) and send the ` +
  'uploadId alone. More fits none of the three ways.';

/** The detail for a request that is over the limit of every way. */
export const tooLargeForAll =
  `A scan request has at most ${count(requestLimitBytes)} bytes of JSON, plain, as application/gzip or uploaded: ` +
  'this one fits none of the three ways. Send a smaller lockfile or SBOM.';
