import { Conflict } from '@scangate/domain/conflict';
import { Transient } from '@scangate/domain/problem';
import { currentBackoff } from '#ports/backoff.ts';
import type { RetryLimit } from './retry-limits.ts';

/** Full jitter: anything from zero up to the bound, so that writers that collided do not collide again. */
const delayBefore = (retry: number, { baseDelayMs, maxDelayMs }: RetryLimit, random: number): number =>
  random * Math.min(maxDelayMs, baseDelayMs * 2 ** (retry - 1));

/**
 * Runs load → decide → commit, and repeats it when the commit met a Conflict, that is, when a record changed after
 * it was loaded. Any other error ends it at once: a Problem is a response, anything else is a bug
 * (docs/adr/0023-conflicts-and-retries.md).
 * @param attempt loads everything on which it decides, each time it is called.
 * @throws Transient when the last try met a Conflict as well.
 */
export const retryOnConflict = async <T>(
  bounds: RetryLimit,
  attempt: (tryNumber: number) => Promise<T>,
): Promise<T> => {
  const { sleep, random } = currentBackoff();
  for (let tryNumber = 1; ; tryNumber++) {
    try {
      return await attempt(tryNumber);
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      if (tryNumber >= bounds.tries) throw new Transient(bounds.exhausted, { cause: error });
      await sleep(delayBefore(tryNumber, bounds, random()));
    }
  }
};
