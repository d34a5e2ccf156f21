import { hasListener } from '@scangate/domain/events/emit-event';
import type { Organization, Repository, Scan } from '@scangate/domain/records';
import { isPayloadExpired } from '@scangate/domain/scans/payload-retention';
import * as rules from '@scangate/domain/tracking/default-branch-scan';
import type { FollowedCommit } from '@scangate/domain/tracking/tracking-records';
import { verdictTrend } from '@scangate/domain/tracking/trends';
import { ScanSuperseded } from '@scangate/domain/tracking/write-rows';
import { errorFields, type Log } from '#ports/log.ts';
import { SourceFailure, type SourceCheck } from '#ports/git-sources.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { RunContext } from '../jobs/run-context.ts';
import * as limits from '../retry-limits.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import type { ScanRef } from '../scans/load-scan.ts';
import { indexComponents, type IndexPorts } from '../components/index-components.ts';
import { trackFindings, type TrackFindingsPorts } from './track-findings.ts';

export interface TrackDefaultBranchPorts extends TrackFindingsPorts {
  store: TrackFindingsPorts['store'] &
    IndexPorts['store'] &
    Pick<
      Store<'scan' | 'organization' | 'repository' | 'followedCommit' | 'trend' | 'repositoryTrend'>,
      'get' | 'load' | 'commit'
    >;
  blobs: TrackFindingsPorts['blobs'] & IndexPorts['blobs'];
  sourceCheck: Pick<SourceCheck, 'succeeds'>;
  watch: IndexPorts['watch'];
  log: Log;
}

/**
 * `not_counted`: not of the default branch. `older`: not newer than the followed one, as the host proves. `unanswered`: the
 * host did not say, and is asked again by the sweep.
 */
export type FollowOutcome =
  | 'followed'
  | 'not_counted'
  | 'older'
  | 'superseded'
  | 'payload_gone'
  | 'unanswered';

interface Candidate {
  scan: Scan;
  repository: Repository;
  organization: Organization | undefined;
}

/** Returns whether a subscriber wants the findings that a scan of the default branch introduces or fixes. */
const isAwaited = ({ organization }: Candidate): boolean =>
  organization !== undefined &&
  (hasListener(organization, 'finding.introduced') || hasListener(organization, 'finding.fixed'));

/** The host did not say which commit is newer. */
class Unanswered extends Error {
  readonly failure: SourceFailure;

  constructor(failure: SourceFailure) {
    super('the order of two commits is not known');
    this.failure = failure;
  }
}

/** Asks the host for the order of two commits. @throws Unanswered by a host that does not respond, which proves nothing. */
const isProvenNewer = async (
  { scan: { commitHash }, repository }: Candidate,
  after: string,
  { sourceCheck }: TrackDefaultBranchPorts,
): Promise<boolean> => {
  const { organizationId, repositoryId, url, credential, defaultBranch: branch } = repository;
  const asked = { organizationId, repositoryId, url, ...(credential && { credential }) };
  try {
    return await sourceCheck.succeeds({ repository: asked, branch, commitHash, after });
  } catch (error) {
    throw error instanceof SourceFailure ? new Unanswered(error) : error;
  }
};

/**
 * Makes the scan the followed one, unless it is older.
 * @returns undefined when it is.
 */
const advanceFollowedCommit = (
  candidate: Candidate,
  ports: TrackDefaultBranchPorts,
): Promise<FollowedCommit | undefined> =>
  retryOnConflict(limits.trackDefaultBranch, async () => {
    const { scan } = candidate;
    const { organizationId, repositoryId } = scan;
    const id = { organizationId, repositoryId };
    const stored = await ports.store.get('followedCommit', id, { consistent: true });
    const succession = rules.successionOf(scan, stored);
    if (succession === 'same_scan') return stored;
    if (succession === 'older') return undefined;
    const after = stored?.newest?.commitHash ?? '';
    if (succession === 'prove' && !(await isProvenNewer(candidate, after, ports))) return undefined;
    const { followed, changes } = rules.trackDefaultBranch(scan, stored, isAwaited(candidate));
    const counted = scan.verdict ? verdictTrend(scan, scan.verdict) : [];
    await commitOrThrow(ports.store, [...changes, ...counted]);
    return followed;
  });

/** Updates everything that describes the default branch to the commit of the scan. */
const follow = async (
  { scan, repository, organization }: Candidate,
  followed: FollowedCommit,
  { ports, now }: { ports: TrackDefaultBranchPorts; now: Date },
): Promise<FollowOutcome> => {
  try {
    const branch = organization && { organization, repository };
    await trackFindings({ scan, followed, ...(branch && { branch }) }, ports, now);
    await indexComponents({ scan, followed: followed.version }, ports, now);
    return 'followed';
  } catch (error) {
    if (error instanceof ScanSuperseded) return 'superseded';
    if (isPayloadExpired(error)) return 'payload_gone';
    throw error;
  }
};

/** Decides by one answer of the host, or has it asked again. */
const followOrPostpone = async (
  candidate: Candidate,
  ports: TrackDefaultBranchPorts,
  now: Date,
): Promise<FollowOutcome> => {
  const { scan } = candidate;
  try {
    const followed = await advanceFollowedCommit(candidate, ports);
    return followed ? await follow(candidate, followed, { ports, now }) : 'older';
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error;
    const { scanId } = scan;
    ports.log.warn('the order of two commits could not be proven', { scanId, ...errorFields(error.failure) });
    const postponed = rules.postponeFollowing(scan, error.failure, now);
    if (postponed.length === 0) return 'older';
    await commitOrThrow(ports.store, postponed);
    return 'unanswered';
  }
};

/** Takes the scan out of the queue when nothing is left to ask. */
const settle = async (scan: Scan, outcome: FollowOutcome, { store }: TrackDefaultBranchPorts) => {
  const changes = outcome === 'unanswered' ? [] : rules.settleFollowing(scan);
  if (changes.length > 0) await commitOrThrow(store, changes);
  return outcome;
};

/**
 * Follows the default branch of a repository with a scan that has ended: only proven commits count, and never an older one
 * over a newer one. It runs at the end of the workflow, may run twice and be interrupted anywhere
 * (docs/adr/0044-tracked-findings.md).
 */
export const trackDefaultBranch = async (
  ref: ScanRef,
  ports: TrackDefaultBranchPorts,
  { now }: Pick<RunContext, 'now'>,
): Promise<FollowOutcome> => {
  const { organizationId, scanId } = ref;
  const scan = await ports.store.get('scan', { organizationId, scanId }, { consistent: true });
  if (!scan) return 'not_counted';
  if (!rules.mayBeFollowed(scan)) return settle(scan, 'not_counted', ports);
  const { repositoryId } = scan;
  const [repository, organization] = await ports.store.load([
    { record: 'repository', id: { organizationId, repositoryId } },
    { record: 'organization', id: { organizationId } },
  ]);
  if (!repository || !rules.isOfDefaultBranch(scan, repository)) return settle(scan, 'not_counted', ports);
  const outcome = await followOrPostpone({ scan, repository, organization }, ports, now);
  return settle(scan, outcome, ports);
};
