import {
  holdCheck,
  releaseCheck,
  type CandidateCheck,
} from '@scangate/domain/integrations/checks/claim-check-comment';
import type { Instant, RepositoryCheck } from '@scangate/domain/records';
import { commitOrThrow, type Store } from '#ports/store.ts';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';

type CheckStore = Pick<Store<'repositoryCheck'>, 'get' | 'commit'>;

export interface CheckWriting {
  candidate: CandidateCheck;
  /** A name that no other run uses. */
  holder: string;
  /**
   * Writes the result of the scan that the record names.
   * @returns the id of a comment.
   */
  write(check: RepositoryCheck): Promise<string | undefined>;
}

/** Either the result is published, or another run writes until the given time. */
export type WritingEnd = { kind: 'written' } | { kind: 'wait'; until: Instant };

const hold = (
  { candidate, holder }: CheckWriting,
  store: CheckStore,
  now: Instant,
): Promise<ReturnType<typeof holdCheck>> =>
  retryOnConflict(limits.writeCheck, async () => {
    const { organizationId, repositoryId, subject } = candidate;
    const stored = await store.get(
      'repositoryCheck',
      { organizationId, repositoryId, subject },
      { consistent: true },
    );
    const held = holdCheck(stored, { candidate, holder }, now);
    if (held.changes.length > 0) await commitOrThrow<'repositoryCheck'>(store, held.changes);
    return held;
  });

/**
 * Writes the newest result of a commit or a pull request, exclusively. A result that arrives meanwhile is written by
 * the same run, so that an older one never replaces a newer one. A run that dies leaves the record held, and the
 * next run after its time checks what it did (docs/adr/0086-repository-checks.md).
 */
export const writeCheck = (writing: CheckWriting, store: CheckStore, now: Instant): Promise<WritingEnd> =>
  retryOnConflict(limits.writeCheck, async () => {
    const held = await hold(writing, store, now);
    if (held.task === 'done') return { kind: 'written' };
    if (held.task === 'wait') return { kind: 'wait', until: held.until };
    const externalId = await writing.write(held.check);
    await commitOrThrow(store, [releaseCheck(held.check, externalId)]);
    return { kind: 'written' };
  });
