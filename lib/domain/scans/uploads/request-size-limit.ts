/** A scan request has at most 10 MB of JSON, however it is sent (docs/adr/0004-request-bodies.md). */
export const requestLimitBytes = 10_485_760;
