import type { Change } from '@scangate/domain/record-changes';
import { Transient } from '@scangate/domain/problem';
import type { CommitOptions, FailedCondition } from '#ports/store.ts';

/** About 12 s in all, while the gateway waits for 29 s: fifty concurrent debits of one pool succeed (store.test.ts). */
const maxAttempts = 28;
const firstDelayMs = 20;
const longestDelayMs = 1_000;

/** Thrown when a transaction collided with another writer, and wrote nothing. */
export interface Collision {
  /** The changes whose records the other writer held; none if the response does not say. */
  collided: readonly Change[];
}

/** An earlier request with the same token is not finished: the SDK had repeated it after a time-out. */
export interface InProgress {
  inProgress: true;
}

/** The result of one try of a transaction. Undefined: everything was written. */
export type Attempt = FailedCondition | Collision | InProgress | undefined;

/** Tries the changes once. A transaction with a token that was applied already is not applied again. */
type Try = (changes: readonly Change[], token: string) => Promise<Attempt>;

interface Waiting {
  /** Uniform in [0, 1). */
  random(): number;
  uuid(): string;
  sleep(delayMs: number): Promise<void>;
}

/**
 * Retries a transaction until it does not collide, with full jitter, which the SDK does not add. A collision is
 * never reported as a failed condition (docs/adr/0023-conflicts-and-retries.md). One that is in progress is repeated with its
 * token and its changes, so that its own success is not taken for the write of somebody else.
 * @throws Transient when the record stays contended, and the errors of `onCollision`.
 */
export const retryTransaction = async (
  changes: readonly Change[],
  { attempt, onCollision }: { attempt: Try } & CommitOptions,
  { random, uuid, sleep }: Waiting,
): Promise<FailedCondition | undefined> => {
  let current = changes;
  let token = uuid();
  for (let tries = 0; tries < maxAttempts; tries++) {
    const outcome = await attempt(current, token);
    if (!outcome || 'change' in outcome) return outcome;
    if ('collided' in outcome) {
      current = onCollision?.(outcome.collided) ?? current;
      token = uuid();
    }
    await sleep(random() * Math.min(longestDelayMs, firstDelayMs * 2 ** tries));
  }
  throw new Transient('the record is contended');
};
