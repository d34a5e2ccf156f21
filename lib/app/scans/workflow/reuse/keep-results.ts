import type { KeptResult, Scan } from '@scangate/domain/records';
import { fitsRecord, keepResult } from '@scangate/domain/scans/reuse/kept-unit';
import { reusableUnits } from '@scangate/domain/scans/reuse/may-reuse';
import type { UnitResult } from '@scangate/engines/model/results';
import * as limits from '#app/retry-limits.ts';
import { retryOnConflict } from '#app/retry-on-conflict.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';

export interface KeepPorts {
  store: Pick<Store<'keptUnit'>, 'get' | 'commit'>;
}

const keepOne = (
  { organizationId, repositoryId }: Scan,
  { projectUnitId, result }: { projectUnitId: string; result: KeptResult },
  { ports: { store }, now }: { ports: KeepPorts; now: Date },
): Promise<void> => {
  const id = { organizationId, repositoryId, projectUnitId };
  return retryOnConflict(limits.keepResult, async () => {
    const stored = await store.get('keptUnit', id, { consistent: true });
    const changes = keepResult(id, { stored, result }, now.toISOString());
    if (changes.length > 0) await commitOrThrow(store, changes);
  });
};

/**
 * Keeps the results of an ended scan, so that later scans reuse them if nothing has changed. A result with a gap
 * that may close by itself is not kept. A second run writes nothing new.
 */
export const keepResults = async (
  ended: Scan,
  results: readonly UnitResult[],
  { ports, now }: { ports: KeepPorts; now: Date },
): Promise<void> => {
  const byUnit = new Map(results.map((result) => [result.projectUnitId, result]));
  const keptAt = ended.finishedAt ?? now.toISOString();
  for (const { projectUnitId, reuseKey: key, sourceBytes: bytes } of reusableUnits(ended)) {
    const reuse = byUnit.get(projectUnitId)?.reuse;
    if (!reuse || reuse.isTransient || !fitsRecord(reuse.commented)) continue;
    const { commented, allowsCode } = reuse;
    const result = {
      key,
      scanId: ended.scanId,
      keptAt,
      bytes,
      commented,
      ...(allowsCode && { allowsCode: true as const }),
    };
    await keepOne(ended, { projectUnitId, result }, { ports, now });
  }
};
