import { storedJson } from '#app/stored-json.ts';
import type { Scan } from '@scangate/domain/records';
import { gateInputsOf } from '@scangate/domain/policy/gate-inputs';
import { suppressionsOf, type KnownSuppressions } from '@scangate/engines/suppression/reviewed-suppressions';
import { gateObjectName, type GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import type { BlobReader, BlobWriter } from '#ports/blobs.ts';
import type { FetchedSource } from '#ports/git-sources.ts';
import type { Store } from '#ports/store.ts';
import { loadActiveWaivers } from '#app/waivers/waiver-store.ts';
import type { ScanRef } from '../load-scan.ts';

export interface GatePorts {
  store: Pick<Store<'waiverSlot'>, 'list'>;
  blobs: BlobReader<'results'> & BlobWriter<'results'>;
}

const keyOf = ({ organizationId, scanId }: ScanRef) => ({
  area: 'results' as const,
  organizationId,
  name: gateObjectName(scanId),
});

/** The facts of the commit and its reviewed side by which a scan is judged. */
export type KnownGate = KnownSuppressions &
  Pick<FetchedSource, 'reviewedFindings' | 'range'> & { customRules?: readonly CustomRule[] };

/** Stores the gate inputs of a scan, once. A second run keeps those that the first one stored. */
export const storeGate = async (
  { scan, policy, known: all }: { scan: Scan; policy: GatePolicy; known: KnownGate },
  { store, blobs }: GatePorts,
  now: Date,
): Promise<void> => {
  const { reviewedFindings, range, customRules, ...known } = all;
  const key = keyOf(scan);
  const stored = await blobs.open(key);
  stored?.destroy();
  if (stored) return;
  const suppressions = suppressionsOf(policy.suppressions ?? 'reviewed', known);
  const waivers = await loadActiveWaivers(store, scan, now);
  const found = { reviewedFindings, range, ...(customRules && { customRules }) };
  const gate = gateInputsOf(policy, now.toISOString(), { suppressions, waivers, ...found });
  await blobs.put(key, JSON.stringify(gate), 'application/json');
};

/** Loads the gate inputs of a scan; undefined when they are gone, or were never stored. */
export const findGate = async (
  ref: ScanRef,
  blobs: BlobReader<'results'>,
): Promise<GateInputs | undefined> => {
  const content = await blobs.get(keyOf(ref));
  return content && storedJson<GateInputs>(content);
};

/**
 * Loads the gate inputs of a scan.
 * @throws Error when they are gone.
 */
export const loadGate = async (ref: ScanRef, blobs: BlobReader<'results'>): Promise<GateInputs> => {
  const gate = await findGate(ref, blobs);
  if (!gate) throw new Error('what the scan is judged by is gone');
  return gate;
};
