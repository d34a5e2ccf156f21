import type { MemoryBlobs } from '#adapters/memory/blobs.ts';
import type { Scan, ScanStatus } from '@scangate/domain/records';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { payloadNames } from '@scangate/domain/scans/payload-retention';
import type { Store } from '#ports/store.ts';
import { testIds, write } from '../world.ts';
import { policyFields } from '@scangate/domain/policy/stored-policy';

const unit = (status: ScanStatus) => ({
  projectUnitId: testIds.uuid(),
  path: '',
  type: 'npm' as const,
  status,
  charge: {},
});

/** Stores a scan created and ended at this instant, with its payload. Later scans have later ids. */
export const scanWithPayload = async (
  { store, blobs }: { store: Store; blobs: MemoryBlobs },
  organizationId: string,
  { at, status = 'completed', units = 1 }: { at: string; status?: ScanStatus; units?: number },
): Promise<Scan> => {
  const active = status === 'queued' || status === 'running';
  const scan: Scan = {
    organizationId,
    scanId: testIds.scanId(new Date(at)),
    repositoryId: testIds.uuid(),
    commitHash: 'c'.repeat(40),
    status,
    scanTypes: ['sca'],
    fullScope: false,
    skippedScanTypes: [],
    sourceTrigger: 'api',
    personId: testIds.uuid(),
    billingAccountId: organizationId,
    units: Array.from({ length: units }, () => unit(status)),
    unitsVersion: 1,
    chargedPeriods: {},
    ...policyFields(defaultPolicy),
    createdAt: at,
    ...(!active && { finishedAt: at }),
  };
  await write(store, [{ change: 'insert', record: 'scan', item: scan }]);
  for (const name of payloadNames(scan).flat())
    await blobs.put({ area: 'results', organizationId, name }, '{}');
  return scan;
};

/** Counts the stored objects of a scan. */
export const storedObjects = (blobs: MemoryBlobs, { organizationId, scanId }: Scan): number =>
  [...blobs.objects.keys()].filter((name) => name.startsWith(`results/${organizationId}/${scanId}/`)).length;
