import type { PortsOf } from '#contract/ports-of.ts';
import { planAt } from '@scangate/domain/plans/entitlements';
import { effectiveRetentionDays } from '@scangate/domain/accounts/payload-retention';
import type { Scan } from '@scangate/domain/records';
import { isPastRetention, payloadNames } from '@scangate/domain/scans/payload-retention';
import { emitMetric } from '#runtime/log.ts';
import { task, type TaskContext } from '#runtime/task.ts';
import { wireBlobRemover } from '#runtime/wire/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { saveJobPosition, walkDaily, type WalkResult } from '#app/jobs/daily-walk.ts';
import { spec as purgePayloads } from './function.ts';

type Ports = PortsOf<(typeof purgePayloads)['needs']>;

/** Most organizations have few scans a day: a large page would be read every day for nothing. */
const pageLimit = 25;

/** The last scan of each organization whose payload is gone stands under this name, by organization. */
const purgedJob = 'purged';

interface Progress {
  retentionDays: number | null;
  /** The last scan that was purged. */
  cursor: string | undefined;
}

const progressOf = async (organizationId: string, { store }: Ports, now: Date): Promise<Progress> => {
  const organization = await store.get('organization', { organizationId }, { consistent: true });
  if (!organization) throw new Error('the organization is not there');
  const [account, position] = await store.load(
    [
      { record: 'account', id: { accountId: organization.billingAccountId } },
      { record: 'jobPosition', id: { job: purgedJob, shard: organizationId } },
    ],
    { consistent: true },
  );
  if (!account) throw new Error('nobody pays for the organization');
  return {
    retentionDays: effectiveRetentionDays(account, planAt(account, now.toISOString())),
    cursor: position?.cursor,
  };
};

const removePayload = async (scan: Scan, { blobs }: Ports): Promise<void> => {
  const { organizationId } = scan;
  for (const names of payloadNames(scan))
    await Promise.all(names.map((name) => blobs.remove({ area: 'results', organizationId, name })));
};

/**
 * Goes through an organization's scans from the oldest whose payload is still there up to the first that may not go.
 * Its place is kept once a page is gone: cut before that, the page is removed again. @returns how many scans it purged.
 */
const purgeOrganization = async (
  organizationId: string,
  ports: Ports,
  { now, signal }: TaskContext,
): Promise<number> => {
  const { retentionDays, cursor: start } = await progressOf(organizationId, ports, now);
  if (retentionDays === null) return 0;
  let purged = 0;
  for (let cursor = start; ;) {
    const page = await ports.store.list(
      'scans',
      { organizationId },
      { newestFirst: false, limit: pageLimit, ...(cursor !== undefined && { cursor }) },
    );
    const kept = page.items.findIndex((scan) => !isPastRetention(scan, retentionDays, now));
    const past = kept < 0 ? page.items : page.items.slice(0, kept);
    for (const scan of past) {
      signal.throwIfAborted();
      await removePayload(scan, ports);
    }
    purged += past.length;
    const day = now.toISOString().slice(0, 10);
    const last = past.at(-1)?.scanId;
    if (last !== undefined)
      await saveJobPosition(ports.store, { job: purgedJob, shard: organizationId, day, cursor: last });
    if (kept >= 0 || page.cursor === undefined) return purged;
    cursor = page.cursor;
  }
};

/**
 * Removes the payloads of scans that are older than who pays for the organization keeps them (spec, "Retention"), each
 * organization once a day. The scan itself stays, with its verdict.
 * @throws Error when any organization failed, so that its alarm rings; the others are purged.
 */
export const purgeExpiredPayloads = async (
  _event: unknown,
  ports: Ports,
  context: TaskContext,
): Promise<WalkResult & { scans: number }> => {
  let scans = 0;
  const walked = await walkDaily(
    purgePayloads.name,
    'organization',
    async ({ organizationId }) => {
      const purged = await purgeOrganization(organizationId, ports, context);
      scans += purged;
    },
    ports.store,
    context,
  );
  if (scans > 0) emitMetric('ScansPurged', scans);
  if (walked.failed > 0) throw new Error(`${walked.failed} organizations could not be purged`);
  return { ...walked, scans };
};

export const handler = task(
  purgePayloads,
  { store: wireStore, blobs: wireBlobRemover },
  purgeExpiredPayloads,
);
