import { effectiveRetentionDays } from '@scangate/domain/accounts/retention-setting';
import { dayOf } from '@scangate/domain/instant';
import { planAt } from '@scangate/domain/plans/entitlements';
import type { Scan } from '@scangate/domain/records';
import { isPastRetention, payloadNames } from '@scangate/domain/scans/payload-retention';
import type { BlobRemover } from '#ports/blobs.ts';
import { commitOrThrow, type Store, type StoreReader } from '#ports/store.ts';
import { expireFindings } from '../tracking/expire-findings.ts';
import type { TrackingPorts } from '../tracking/record-unit-findings.ts';
import { removeStatement, type StatementReader } from './pipeline-statements.ts';
import { saveJobPosition, processDaily, type DailyPorts, type DailyResult } from '../jobs/process-daily.ts';
import type { RunContext } from '../jobs/run-context.ts';
import { runConcurrently } from '../jobs/run-concurrently.ts';

interface PurgePorts extends DailyPorts {
  store: Pick<StoreReader, 'get' | 'load' | 'list' | 'listDue'> &
    Pick<Store<'jobPosition' | 'scan'>, 'commit'> &
    TrackingPorts['store'];
  blobs: BlobRemover<'pipelines' | 'results'> & StatementReader;
}

/**
 * Most organizations have few scans a day, so that a larger page would be read every day in waste. The scans of a
 * page are purged concurrently.
 */
const pageLimit = 25;

/** The job under which the last purged scan of each organization is stored. */
const purgePositions = 'purged';

interface Progress {
  /** Null when the organization keeps its payloads forever. */
  retentionDays: number | null;
  /** The last purged scan. */
  cursor: string | undefined;
}

const loadProgress = async (organizationId: string, { store }: PurgePorts, now: Date): Promise<Progress> => {
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (!organization) throw new Error('the organization is not there');
  const [account, position] = await store.load(
    [
      { record: 'account', id: { accountId: organization.billingAccountId } },
      { record: 'jobPosition', id: { job: purgePositions, shard: organizationId } },
    ],
    { consistent: true },
  );
  if (!account) throw new Error('the organization has no billing account');
  const retentionDays = effectiveRetentionDays(account, planAt(account, now.toISOString()));
  return { retentionDays, cursor: position?.cursor };
};

const removePayload = async (scan: Scan, { store, blobs }: PurgePorts): Promise<void> => {
  const { organizationId, scanId } = scan;
  for (const names of payloadNames(scan))
    await Promise.all(names.map((name) => blobs.remove({ area: 'results', organizationId, name })));
  await removeStatement(scan, blobs);
  // Nothing can be judged again without its assessment, and later judgments are removed with it; the first verdict
  // is kept.
  if (scan.judgments)
    await commitOrThrow(store, [
      { change: 'update', record: 'scan', id: { organizationId, scanId }, unset: ['judgments'] },
    ]);
};

/**
 * Walks through the scans of an organization from the oldest with a stored payload to the first that must be kept.
 * The position is saved after each page; a run that was interrupted before that purges the page again.
 * @returns how many scans were purged.
 */
const purgeOrganization = async (
  organizationId: string,
  ports: PurgePorts,
  { now, signal }: RunContext,
): Promise<number> => {
  const { retentionDays, cursor: start } = await loadProgress(organizationId, ports, now);
  await expireFindings({ organizationId, retentionDays }, ports, { now, signal });
  if (retentionDays === null) return 0;
  const day = dayOf(now.toISOString());
  let purged = 0;
  for (let cursor = start; ;) {
    const options = { newestFirst: false, limit: pageLimit, ...(cursor !== undefined && { cursor }) };
    const page = await ports.store.list('scans', { organizationId }, options);
    const firstKept = page.items.findIndex((scan) => !isPastRetention(scan, retentionDays, now));
    const past = firstKept < 0 ? page.items : page.items.slice(0, firstKept);
    const remove = (scan: Scan) => removePayload(scan, ports);
    if (!(await runConcurrently(past, { atOnce: pageLimit, signal }, remove))) signal.throwIfAborted();
    purged += past.length;
    const last = past.at(-1)?.scanId;
    if (last !== undefined) {
      const position = { job: purgePositions, shard: organizationId, day, cursor: last };
      await saveJobPosition(ports.store, position);
    }
    if (firstKept >= 0 || page.cursor === undefined) return purged;
    cursor = page.cursor;
  }
};

/**
 * Removes the payloads of scans, the fixed findings and the notes that are past the account's retention, once a day
 * for each organization. The scans are kept, with their verdicts (docs/adr/0028-retention-and-purge.md).
 * @throws Error when an organization failed, so that the alarm fires; the others are purged.
 */
export const purgeExpiredPayloads = async (
  ports: PurgePorts,
  context: RunContext,
): Promise<DailyResult & { scans: number }> => {
  let scans = 0;
  const visit = async ({ organizationId }: { organizationId: string }): Promise<void> => {
    const purged = await purgeOrganization(organizationId, ports, context);
    scans += purged;
  };
  const walk = { job: 'purge-payloads', record: 'organization', visit } as const;
  const result = await processDaily(walk, ports, context);
  if (scans > 0) ports.log.metric('ScansPurged', scans);
  if (result.failed > 0) throw new Error(`${result.failed} organizations could not be purged`);
  return { ...result, scans };
};
