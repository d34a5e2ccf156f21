import type { Instant, Scan } from '@scangate/domain/records';

/** When a session ends, its open waits end within this time (docs/adr/0068-credentials-and-lineage.md). */
const everyMs = 60_000;

/** A slower check ends nothing, and is repeated with the next read of the scan. */
const maxLookMs = 4_000;

export interface WatchedCredential {
  /**
   * Checks the credential for a response about the repository.
   * @returns undefined once it is not accepted, otherwise when it expires.
   */
  look: (repositoryId: string) => Promise<{ endsAt: Instant | undefined } | undefined>;
  /** When it expires. Without that, it is checked every minute; otherwise when the scan says so. */
  endsAt: Instant | undefined;
}

interface WatchFacts {
  /** The scan when the wait began. */
  first: Pick<Scan, 'credentialsEndedAt'>;
  /** Set when the wait took its slot too late to be notified of credentials that ended meanwhile. */
  isLate: boolean;
}

interface Clock {
  now: () => Date;
  sleep: (delayMs: number) => Promise<void>;
  elapsedMs: () => number;
}

/**
 * Whether an open wait may continue after a read of its scan; `unknown` reveals nothing of what was read, and is
 * checked again.
 */
export type MayContinue = (
  scan: Pick<Scan, 'credentialsEndedAt' | 'repositoryId'>,
) => Promise<'yes' | 'no' | 'unknown'>;

/**
 * Watches the credential of an open wait: its expiry needs no read, and whoever ends it earlier marks the scan
 * (docs/adr/0135-ends-of-open-waits.md). A check that fails or hangs ends nothing, reveals nothing and is repeated.
 */
export const watchCredential = (
  { look, endsAt: knownEnd }: WatchedCredential,
  { first, isLate }: WatchFacts,
  { now, sleep, elapsedMs }: Clock,
): MayContinue => {
  let endsAt = knownEnd;
  let told = first.credentialsEndedAt;
  let lookedAt = elapsedMs();
  let isDue = isLate;
  const hasEnded = () => endsAt !== undefined && now().toISOString() >= endsAt;
  return async ({ credentialsEndedAt, repositoryId }) => {
    if (hasEnded()) return 'no';
    const isOld = endsAt === undefined && elapsedMs() - lookedAt >= everyMs;
    if (!isDue && !isOld && credentialsEndedAt === told) return 'yes';
    isDue = true;
    const failed = 'failed';
    const looked = look(repositoryId).catch(() => failed);
    const found = await Promise.race([looked, sleep(maxLookMs).then(() => failed)]);
    if (typeof found === 'string') return 'unknown';
    [isDue, told, lookedAt, endsAt] = [false, credentialsEndedAt, elapsedMs(), found?.endsAt];
    return found !== undefined && !hasEnded() ? 'yes' : 'no';
  };
};
