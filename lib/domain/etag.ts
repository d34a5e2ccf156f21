import { Problem } from './problem.ts';

/** The ETag of a record whose version grows with every change by people. */
export const etagOf = ({ version }: { version: number }): string => `"${version}"`;

/**
 * The refusal of a change whose ETag is outdated.
 * @param noun such as `webhook`.
 */
export const etagMismatch = (noun: string): Problem =>
  new Problem('etag_mismatch', {
    detail: `Somebody changed the ${noun} meanwhile. Read it again and retry.`,
  });

/** The refusal of a change without an ETag when the record changed meanwhile. */
export const changeConflict = (noun: string): Problem =>
  new Problem('conflict', { detail: `Somebody changed the ${noun} meanwhile. Read it again and retry.` });

/**
 * Refuses a change whose `If-Match` does not have the current ETag; `*` matches any version (RFC 9110, 13.1.1).
 * @throws Problem precondition_required or etag_mismatch
 */
export const requireIfMatch = (ifMatch: string | undefined, etag: string, noun: string): void => {
  if (ifMatch === undefined)
    throw new Problem('precondition_required', { detail: `Send the ETag of the ${noun} as If-Match.` });
  if (ifMatch !== '*' && ifMatch !== etag) throw etagMismatch(noun);
};
