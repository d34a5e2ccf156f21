import type { MemoryStore } from '#adapters/memory/store.ts';
import { s3BlobReader } from '#adapters/s3/blobs.ts';
import { completedUnits, loadFindings } from '#app/reports/stored-findings.ts';
import { loadGateInputs } from '#app/verdict/load-judged-scan.ts';
import { s3Location } from '#runtime/wire/objects/s3-location.ts';
import type { LastScan } from '../actors/last-scans.ts';
import type { World } from '../start/world.ts';
import type { Report } from './violation.ts';

/** A key that rules of organizations find. */
const ownKey = /ownkey_[a-z0-9]{16}/;

/**
 * The last scan of a default branch finds what the rules of its organization are for, and nothing by rules that are gone.
 * @returns the number of scans with something to find by a rule.
 */
export const checkRules = async (
  { world, store, last }: { world: World; store: MemoryStore; last: readonly LastScan[] },
  report: Report,
): Promise<number> => {
  let count = 0;
  const blobs = s3BlobReader({ ...s3Location(), client: world.cloud.direct as never });
  const scans = new Map(store.all('scan').map((scan) => [scan.scanId, scan]));
  const urls = new Map(
    world.organizations.flatMap(({ repositories }) =>
      repositories.map(({ repositoryId, url }) => [repositoryId, url] as const),
    ),
  );
  for (const { repositoryId, scanId } of last) {
    const scan = scans.get(scanId);
    const url = urls.get(repositoryId);
    if (scan?.status !== 'completed' || url === undefined) continue;
    const units = completedUnits(scan);
    const isLooked = units.some(({ path }) => path === '') && scan.scanTypes.includes('secrets');
    const { policy } = await loadGateInputs(scan, blobs);
    const [rule] = policy.customRules?.secrets ?? [];
    const hasKey = ownKey.test(world.git.filesOf(url)['app.env'] ?? '');
    let found = 0;
    for (const unit of units)
      for (const finding of await loadFindings(scan, unit, blobs))
        if ('rule' in finding && String(finding.rule).startsWith('custom/')) found += 1;
    const isWanted = rule !== undefined && hasKey && isLooked;
    if (isWanted) count += 1;
    if (isWanted && found === 0) report('rules', `${scanId} finds nothing by ${rule}`);
    if (rule === undefined && found > 0) report('rules', `${scanId} finds something by a rule that is gone`);
  }
  return count;
};
