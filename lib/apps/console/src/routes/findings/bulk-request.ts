import type { ArgumentsOf, BodyOfResponse } from '@scangate/client';

export type BulkChange = Omit<ArgumentsOf<'act-on-findings'>[0]['body'], 'fingerprints'>;
type BulkItem = BodyOfResponse<'act-on-findings'>['items'][number];

/** The most findings of one request. */
export const mostAtOnce = 200;

/** Returns the fingerprints of selected rows in groups that one request takes, each once. */
export const groupsOf = (keys: Iterable<string>): string[][] => {
  const all = [...new Set([...keys].map((key) => key.split('.')[0] ?? key))];
  return Array.from({ length: Math.ceil(all.length / mostAtOnce) }, (_none, index) =>
    all.slice(index * mostAtOnce, (index + 1) * mostAtOnce),
  );
};

export interface BulkResult {
  done: number;
  /** The refused ones by the code of the refusal. */
  failed: ReadonlyMap<string, number>;
}

/** Counts what became of each finding. One that was like this before counts as done. */
export const resultOf = (items: readonly BulkItem[]): BulkResult => {
  const failed = new Map<string, number>();
  for (const { status, code = 'system_error' } of items)
    if (status === 'failed') failed.set(code, (failed.get(code) ?? 0) + 1);
  return { done: items.filter(({ status }) => status !== 'failed').length, failed };
};
