import { historyLimits } from '@scangate/domain/history-scans/history-limits';
import { findingsOfHistory } from './history-findings.ts';
import { requireRunning } from '@scangate/domain/history-scans/quote-history';
import type { HistoryScan, Organization } from '@scangate/domain/records';
import type { Store } from '#ports/store.ts';
import { loadPolicy } from '../policy/load-policy.ts';
import { recordUnitFindings, type TrackingPorts } from '../tracking/record-unit-findings.ts';
import { loadActiveWaivers } from '../waivers/waiver-store.ts';
import type { HistoricDetection } from './history-objects.ts';

export interface TrackHistoryPorts {
  store: TrackingPorts['store'] &
    Pick<Store<'organization' | 'policy' | 'waiverSlot' | 'historyScan'>, 'get' | 'list' | 'commit'>;
}

interface Found {
  scan: HistoryScan;
  secrets: readonly HistoricDetection[];
  /** Whether nothing of the history was left out, so that what is not there is gone from it. */
  isWhole: boolean;
  /** Whether every file of the default branch was looked at, so that a secret that is in none is gone from it. */
  isHeadRead: boolean;
}

/** The reason that nobody reads: the gaps are those of the history scan. */
const gap = { reason: 'the history was not read as a whole' };

/**
 * Writes the secrets of a history as tracked findings of the repository as a whole. One that is no longer in the history
 * is fixed when all of it was read. Writing the same again changes nothing.
 */
export const trackHistory = async (
  { scan, secrets, isWhole, isHeadRead }: Found,
  { store }: TrackHistoryPorts,
  now: Date,
): Promise<{ counts: { secrets: number; gone: number }; unread: string[] }> => {
  const { organizationId, repositoryId, historyScanId, head, files = 0 } = scan;
  const organization: Organization | undefined = await store.get(
    'organization',
    { organizationId },
    { consistent: true },
  );
  if (!organization) return { counts: { secrets: 0, gone: 0 }, unread: [] };
  const policy = await loadPolicy(store, organization);
  const waivers = await loadActiveWaivers(store, scan, now);
  const judgedAt = now.toISOString();
  const found = findingsOfHistory(secrets, { policy, waivers, judgedAt, repositoryId, isHeadRead });
  const kept = found.secrets.slice(0, historyLimits.secrets);
  const isCut = kept.length < found.secrets.length;
  await recordUnitFindings(
    {
      organizationId,
      repositoryId,
      unit: { projectUnitId: repositoryId, path: '' },
      findings: kept.flatMap(({ findings }) => findings),
      policy,
      coverage: [
        {
          scanType: 'secrets',
          status: isWhole && !isCut ? 'assessed' : 'partial',
          assessed: files,
          gaps: isWhole && !isCut ? [] : [gap],
        },
      ],
      files: {},
      seen: {
        scanId: historyScanId,
        commitHash: head ?? kept[0]?.commitHash ?? '',
        at: scan.startedAt ?? judgedAt,
      },
      guard: requireRunning(scan),
    },
    { store },
  );
  const { secrets: all, gone } = found;
  return {
    counts: { secrets: all.length, gone },
    unread: isCut ? [`more than ${historyLimits.secrets} secrets`] : [],
  };
};
