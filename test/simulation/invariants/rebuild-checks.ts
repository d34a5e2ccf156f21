import { isDeepStrictEqual } from 'node:util';
import type { MemoryStore } from '#adapters/memory/store.ts';
import { s3BlobReader } from '#adapters/s3/blobs.ts';
import { loadAssessment, loadGateInputs } from '#app/verdict/load-judged-scan.ts';
import { completedUnits, loadFindings } from '#app/reports/stored-findings.ts';
import { s3Location } from '#runtime/wire/objects/s3-location.ts';
import type { BlobReader } from '#ports/blobs.ts';
import type { IndexedComponent, Scan, TrackedFinding } from '@scangate/domain/records';
import { currentFindings } from '@scangate/domain/tracking/tracked-details';
import type { PackageUses } from '@scangate/engines/model/component';
import { packageUses } from '@scangate/engines/purl/package-uses';
import type { LastScan } from '../actors/last-scans.ts';
import type { World } from '../start/world.ts';
import type { Report } from './violation.ts';

interface Rebuilding {
  store: MemoryStore;
  blobs: BlobReader;
  report: Report;
}

/** The findings that count in a scan, by unit and fingerprint. */
const findingsOf = async (scan: Scan, { blobs }: Rebuilding): Promise<Map<string, string>> => {
  const { policy } = await loadGateInputs(scan, blobs);
  const found = new Map<string, string>();
  for (const unit of completedUnits(scan)) {
    const findings = await loadFindings(scan, unit, blobs);
    for (const one of currentFindings(findings, { unitPath: unit.path, policy }).values())
      if (!one.isForAudit)
        found.set(
          `${unit.projectUnitId} ${one.fingerprint}`,
          `${one.tolerated ? 'waived' : 'open'} ${one.details.severity}`,
        );
  }
  return found;
};

/** Tracked findings of the repository that count, as they are stored. */
const trackedOf = (rows: readonly TrackedFinding[], repositoryId: string): Map<string, string> =>
  new Map(
    rows
      .filter((row) => row.repositoryId === repositoryId && row.expiresAt === undefined && !row.history)
      .filter(({ state, unconfirmed }) => state !== 'fixed' && !unconfirmed)
      .map((row) => [`${row.projectUnitId} ${row.fingerprint}`, `${row.state} ${row.severity}`]),
  );

type Uses = Map<string, PackageUses['uses']>;

const usesOf = async (scan: Scan, { blobs }: Rebuilding): Promise<Uses> => {
  const found: Uses = new Map();
  for (const unit of completedUnits(scan)) {
    const { inventory } = await loadAssessment(scan, unit, blobs);
    for (const [name, { uses }] of packageUses(inventory)) found.set(`${unit.projectUnitId} ${name}`, uses);
  }
  return found;
};

const indexedOf = (items: readonly IndexedComponent[], repositoryId: string): Uses =>
  new Map(
    items
      .filter((item) => item.repositoryId === repositoryId && item.removedAt === undefined)
      .map((item) => [`${item.projectUnitId} ${item.package}`, item.uses]),
  );

/** Reports the first thing in which what is stored and a rebuild differ. */
const compare = <T>(
  what: string,
  { stored, rebuilt }: { stored: ReadonlyMap<string, T>; rebuilt: ReadonlyMap<string, T> },
  report: Report,
): void => {
  for (const name of new Set([...stored.keys(), ...rebuilt.keys()])) {
    const [one, other] = [stored.get(name), rebuilt.get(name)];
    if (isDeepStrictEqual(one, other)) continue;
    const shown = JSON.stringify([one ?? 'absent', other ?? 'absent']);
    return report('rebuild', `${what} ${name}: stored and rebuilt are ${shown}`);
  }
};

/**
 * Tracked findings and the component index of a default branch are those of somebody who begins with its last scan, and
 * its gate has the verdict of that scan.
 * @returns the number of branches that were compared.
 */
export const checkRebuilds = async (
  { world, store, last }: { world: World; store: MemoryStore; last: readonly LastScan[] },
  report: Report,
): Promise<number> => {
  const blobs = s3BlobReader({ ...s3Location(), client: world.cloud.direct as never });
  const rebuilding = { store, blobs, report };
  const scans = new Map(store.all('scan').map((scan) => [scan.scanId, scan]));
  const [rows, items] = [store.all('trackedFinding'), store.all('indexedComponent')];
  const gates = new Map(store.all('repositoryGate').map((gate) => [gate.repositoryId, gate]));
  let count = 0;
  for (const { repositoryId, scanId } of last) {
    const scan = scans.get(scanId);
    // A restore may have taken it back.
    if (scan?.status !== 'completed') continue;
    count += 1;
    const tracked = { stored: trackedOf(rows, repositoryId), rebuilt: await findingsOf(scan, rebuilding) };
    compare(`tracked findings of ${repositoryId}`, tracked, report);
    const index = { stored: indexedOf(items, repositoryId), rebuilt: await usesOf(scan, rebuilding) };
    compare(`component index of ${repositoryId}`, index, report);
    if (gates.get(repositoryId)?.verdict !== scan.verdict?.verdict)
      report('rebuild', `the gate of ${repositoryId} is not that of ${scanId}`);
  }
  return count;
};
