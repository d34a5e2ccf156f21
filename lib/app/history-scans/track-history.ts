import type { Change } from '@scangate/domain/record-changes';
import type { HistoryGap } from '@scangate/domain/history-scans/history-gaps';
import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import { requireRunning } from '@scangate/domain/history-scans/quote-history';
import type { HistoryScan, Organization, Sighting } from '@scangate/domain/records';
import { emitFindingEvents } from '@scangate/domain/tracking/finding-events';
import { isTracked } from '@scangate/domain/tracking/track-unit';
import type { TrackedFinding } from '@scangate/domain/tracking/tracking-records';
import type { Store } from '#ports/store.ts';
import { loadPolicy } from '../policy/load-policy.ts';
import { recordUnitFindings, type TrackingPorts } from '../tracking/record-unit-findings.ts';
import { loadActiveWaivers } from '../waivers/waiver-store.ts';
import { findingsOfHistory } from './history-findings.ts';
import type { HistoricDetection } from './history-objects.ts';

export interface TrackHistoryPorts {
  store: TrackingPorts['store'] &
    Pick<
      Store<'organization' | 'repository' | 'policy' | 'waiverSlot' | 'historyScan'>,
      'get' | 'list' | 'commit'
    >;
}

interface Found {
  scan: HistoryScan;
  /** Lists every secret of the history once. */
  secrets: AsyncIterable<HistoricDetection>;
  /** Whether nothing of the history was left out, so that a secret that is absent is gone from it. */
  isWhole: boolean;
  /** Whether every file of the default branch was scanned, so that a secret that is in none of them is gone from it. */
  isHeadRead: boolean;
}

interface Tracked {
  counts: { secrets: number; gone: number };
  gaps: HistoryGap[];
  /** The events about findings that were opened or fixed. */
  news: Change<'storedEvent'>[];
}

/** A reason that is never shown: the gaps are those of the history scan. */
const gap = { reason: 'the history was not read as a whole' };

/**
 * Writes the findings of a repository as a whole.
 * @returns its current rows.
 */
const record = (
  { scan, isComplete, findings }: { scan: HistoryScan; isComplete: boolean; findings: Findings },
  seen: Sighting,
  { policy, store }: { policy: Policy; store: TrackHistoryPorts['store'] },
): Promise<TrackedFinding[]> => {
  const { organizationId, repositoryId, files = 0 } = scan;
  return recordUnitFindings(
    {
      organizationId,
      repositoryId,
      unit: { projectUnitId: repositoryId, path: '' },
      findings,
      policy,
      coverage: [
        {
          scanType: 'secrets',
          status: isComplete ? 'assessed' : 'partial',
          assessed: files,
          gaps: isComplete ? [] : [gap],
        },
      ],
      files: {},
      seen,
      guard: requireRunning(scan),
    },
    { store },
  );
};
type Policy = Awaited<ReturnType<typeof loadPolicy>>;
type Findings = Awaited<ReturnType<typeof findingsOfHistory>>['findings'];

/** Returns whether this history scan opened or reopened the finding, or found that it is gone. */
const isOpenedOrFixed = (row: TrackedFinding, { at }: Sighting): boolean =>
  isTracked(row) && (row.state === 'fixed' ? row.fixed?.at === at : row.openedAt === at);

/**
 * Writes the secrets of a history as tracked findings of the repository as a whole. One that is no longer in the
 * history is fixed if all of it was read. Writing the same again changes nothing, and has the same events.
 */
export const trackHistory = async (
  { scan, secrets, isWhole, isHeadRead }: Found,
  { store }: TrackHistoryPorts,
  now: Date,
): Promise<Tracked> => {
  const { organizationId, repositoryId, historyScanId, head } = scan;
  const consistent = { consistent: true };
  const organization: Organization | undefined = await store.get(
    'organization',
    { organizationId },
    consistent,
  );
  if (!organization) return { counts: { secrets: 0, gone: 0 }, gaps: [], news: [] };
  const policy = await loadPolicy(store, organization);
  const waivers = await loadActiveWaivers(store, scan, now);
  const judgedAt = now.toISOString();
  const judged = { policy, waivers, judgedAt, repositoryId, isHeadRead };
  const { findings, isCut, ...counts } = await findingsOfHistory(secrets, judged);
  const commitHash = head ?? findings[0]?.history?.commitHash ?? '';
  const seen = { scanId: historyScanId, commitHash, at: scan.startedAt ?? judgedAt };
  const rows = await record({ scan, isComplete: isWhole && !isCut, findings }, seen, { policy, store });
  const repository = await store.get('repository', { organizationId, repositoryId }, consistent);
  const branch = repository && { organization, repository, seen, historyScanId };
  const told = { cause: historyScanId, at: judgedAt };
  return {
    counts,
    gaps: isCut
      ? [
          {
            reason: `secrets beyond the first ${historyLimits.secrets}`,
            count: counts.secrets - historyLimits.secrets,
          },
        ]
      : [],
    news: branch
      ? emitFindingEvents(
          branch,
          rows.filter((row) => isOpenedOrFixed(row, seen)),
          told,
        )
      : [],
  };
};
