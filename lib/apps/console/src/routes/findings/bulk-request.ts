import type { ArgumentsOf, BodyOfResponse } from '@scangate/client';

export type BulkChange = Omit<ArgumentsOf<'act-on-findings'>[0]['body'], 'fingerprints'>;
type BulkItem = BodyOfResponse<'act-on-findings'>['items'][number];

/** The most findings of one request. */
export const mostAtOnce = 200;

/** The fingerprint in the key of a row; a finding in several units has a row in each. */
export const fingerprintIn = (key: string): string => key.split('.')[0] ?? key;

/** Returns the fingerprints of selected rows in groups that one request takes, each once. */
export const groupsOf = (keys: Iterable<string>): string[][] => {
  const all = [...new Set([...keys].map(fingerprintIn))];
  return Array.from({ length: Math.ceil(all.length / mostAtOnce) }, (_none, index) =>
    all.slice(index * mostAtOnce, (index + 1) * mostAtOnce),
  );
};

export interface RefusedFinding {
  fingerprint: string;
  /** The code of the problem. */
  code: string;
}

export interface BulkResult {
  done: number;
  /** The fingerprints of those that are done. */
  changed: ReadonlySet<string>;
  refused: readonly RefusedFinding[];
}

/** Says what became of each finding. One that was like this before counts as done. */
export const resultOf = (items: readonly BulkItem[]): BulkResult => {
  const refused = items
    .filter(({ status }) => status === 'failed')
    .map(({ fingerprint, code = 'system_error' }) => ({ fingerprint, code }));
  const changed = new Set(
    items.filter(({ status }) => status !== 'failed').map(({ fingerprint }) => fingerprint),
  );
  return { done: items.length - refused.length, changed, refused };
};
