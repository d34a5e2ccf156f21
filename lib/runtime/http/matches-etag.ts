/** Whether If-None-Match names the ETag. A proxy that compresses makes an ETag weak; RFC 9110 compares weakly here. */
export const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
