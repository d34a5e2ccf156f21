import { readManifest } from '../../lib/adapters/osv/manifest.ts';
import { syncAdvisories as sync } from '../../lib/adapters/osv/sync-advisories.ts';
import type { PortsOf } from '../../lib/contract/ports-of.ts';
import { advisedEcosystems } from '../../lib/domain/scans/component.ts';
import { log, metric } from '../../lib/runtime/log.ts';
import { step, type StepContext } from '../../lib/runtime/step.ts';
import { wireObjects } from '../../lib/runtime/wire/blobs.ts';
import { syncAdvisories } from './index.ts';

type Ports = PortsOf<(typeof syncAdvisories)['needs']>;

const hourMs = 60 * 60_000;

/**
 * How old the snapshot in force is: 0 when every dump was just found to be what we have. Its alarm tells an operator
 * before a verdict rests on stale advisories.
 */
const reportAge = async (upToDate: boolean, { objects }: Ports, now: Date): Promise<void> => {
  const manifest = await readManifest(objects);
  const ageHours = manifest && !upToDate ? (now.getTime() - Date.parse(manifest.builtAt)) / hourMs : 0;
  if (manifest) metric('AdvisorySnapshotAgeHours', ageHours, 'None');
};

/** Brings the snapshot up to date. @throws Error when any ecosystem failed, so that its alarm rings; the others stay. */
export const syncJob = async (_event: unknown, ports: Ports, { now }: StepContext) => {
  const report = await sync(advisedEcosystems, ports.objects, fetch, now.toISOString());
  log.info('advisories synced', { switched: report.switched, ecosystems: report.ecosystems });
  const failed = report.ecosystems.filter(({ outcome }) => outcome === 'failed');
  await reportAge(failed.length === 0, ports, now);
  if (failed.length > 0)
    throw new Error(`not synced: ${failed.map(({ ecosystem }) => ecosystem).join(', ')}`);
  return report;
};

export const handler = step(syncAdvisories, { objects: wireObjects }, syncJob);
