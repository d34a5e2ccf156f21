import { currentSnapshot, readManifest, type Manifest } from '#adapters/osv/manifest.ts';
import { syncAdvisories as sync } from '#adapters/osv/sync-advisories.ts';
import { retireObjects, type ManifestEntries } from '#adapters/osv/retire-objects.ts';
import { signalAddresses } from '#adapters/osv/sync-signals.ts';
import type { PortsOf } from '#contract/ports-of.ts';
import { supportedEcosystems, type Ecosystem } from '@scangate/engines/model/component';
import { log, emitMetric } from '#runtime/log.ts';
import { task, type TaskContext } from '#runtime/task.ts';
import { wireObjectStore } from '#runtime/wire/blobs.ts';
import { spec as syncAdvisories } from './function.ts';

type Ports = PortsOf<(typeof syncAdvisories)['needs']>;

const hourMs = 60 * 60_000;

/** When the last good dump of an ecosystem was taken in; one that was never had is as old as time. */
const syncedAt = ({ builtAt, shards }: Manifest, ecosystem: Ecosystem): number => {
  const shard = shards[ecosystem];
  return shard ? Date.parse(shard.syncedAt ?? builtAt) : 0;
};

/**
 * How old the snapshot in force is: 0 when every dump was just found to be what we have, else the age of the oldest of
 * those that could not be had: fresh advisories of one ecosystem do not make up for stale ones of another. Its alarm
 * tells an operator before a verdict rests on stale advisories.
 */
const reportAge = async (failed: readonly Ecosystem[], { objects }: Ports, now: Date): Promise<void> => {
  const manifest = await readManifest(objects);
  if (!manifest) return;
  const oldest = Math.min(now.getTime(), ...failed.map((ecosystem) => syncedAt(manifest, ecosystem)));
  emitMetric('AdvisorySnapshotAgeHours', (now.getTime() - oldest) / hourMs, 'None');
};

/** What no manifest of the last 30 days names goes. By what is stored, not by the report: it may have been cut. */
const tidy = async (before: ManifestEntries, { objects }: Ports, now: Date): Promise<void> => {
  const after = await readManifest(objects);
  if (!after) return;
  const { removed } = await retireObjects(before, after, objects, now.toISOString());
  if (removed > 0) log.info('old advisories removed', { removed });
};

/**
 * Brings the snapshot up to date.
 * @throws Error when any ecosystem failed, so that its alarm rings; the others stay. What is known of attacks decides
 * about nothing: where it cannot be had, the log says so.
 */
export const syncAdvisorySnapshot = async (_event: unknown, ports: Ports, { now }: TaskContext) => {
  const options = { signals: signalAddresses };
  const before = await currentSnapshot(ports.objects);
  const report = await sync(supportedEcosystems, ports.objects, fetch, now.toISOString(), options);
  const { switched, ecosystems, signals } = report;
  log.info('advisories synced', { switched, ecosystems, signals });
  for (const one of signals) if (one.outcome === 'failed') log.warn('signals not synced', { ...one });
  const failed = ecosystems.flatMap(({ ecosystem, outcome }) => (outcome === 'failed' ? [ecosystem] : []));
  await reportAge(failed, ports, now);
  await tidy(before, ports, now);
  if (failed.length > 0) throw new Error(`not synced: ${failed.join(', ')}`);
  return report;
};

export const handler = task(syncAdvisories, { objects: wireObjectStore }, syncAdvisorySnapshot);
