import type { Scan } from '@scangate/domain/records';
import { gateInputsOf } from '@scangate/domain/scans/gate-inputs-of-scan';
import { gateObjectName, type GateInputs } from '@scangate/engines/model/gate-inputs';
import type { BlobReader, BlobWriter } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';
import { decodeUtf8 } from '#app/decode-utf8.ts';
import { loadPolicy } from '#app/policy/load-policy.ts';
import type { ScanRef } from '../load-scan.ts';

export interface GatePorts {
  store: Pick<Store<'policy'>, 'get'>;
  blobs: BlobReader<'results'> & BlobWriter<'results'>;
}

const keyOf = ({ organizationId, scanId }: ScanRef) => ({
  area: 'results' as const,
  organizationId,
  name: gateObjectName(scanId),
});

/** Stores once what a scan is judged by. A second run keeps what the first one stored. */
export const storeGate = async (scan: Scan, { store, blobs }: GatePorts, now: Date): Promise<void> => {
  const key = keyOf(scan);
  const stored = await blobs.open(key);
  stored?.destroy();
  if (stored) return;
  const gate = gateInputsOf(await loadPolicy(store, scan), now.toISOString());
  await blobs.put(key, JSON.stringify(gate), 'application/json');
};

/** Loads what a scan is judged by. @throws Error when it is gone. */
export const loadGate = async (ref: ScanRef, blobs: BlobReader<'results'>): Promise<GateInputs> => {
  const content = await blobs.get(keyOf(ref));
  if (!content) throw new Error('what the scan is judged by is gone');
  return JSON.parse(decodeUtf8(content)) as GateInputs;
};
