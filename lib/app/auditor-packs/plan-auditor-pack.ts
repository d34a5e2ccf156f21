import { packLimits } from '@scangate/domain/auditor-packs/auditor-pack-limits';
import { requirePackScans } from '@scangate/domain/auditor-packs/request-auditor-pack';
import type { BlobWriter } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';
import { scansOfPeriod } from './period-scans.ts';
import { sliceIdsKey, type PackRef } from './auditor-pack-objects.ts';

interface PlanPorts {
  store: Pick<Store<'auditorPack'>, 'get' | 'list'>;
  blobs: BlobWriter<'work'>;
}

/** The state of the workflow: a number for each slice. */
interface PlannedPack extends PackRef {
  slices: { slice: number }[];
}

/** Divides the scans of a pack into slices. A repeated run divides them again. */
export const planAuditorPack = async (
  { organizationId, packId }: PackRef,
  { store, blobs }: PlanPorts,
): Promise<PlannedPack> => {
  const ref = { organizationId, packId };
  const pack = await store.get('auditorPack', ref, { consistent: true });
  if (pack?.state !== 'running') return { ...ref, slices: [] };
  const ids = await scansOfPeriod(store, organizationId, pack);
  requirePackScans(ids.length);
  const slices: { slice: number }[] = [];
  for (let start = 0; start < ids.length; start += packLimits.scansPerSlice) {
    const slice = slices.length + 1;
    const some = ids.slice(start, start + packLimits.scansPerSlice);
    await blobs.put(sliceIdsKey(ref, slice), JSON.stringify(some), 'application/json');
    slices.push({ slice });
  }
  return { ...ref, slices };
};
