import type { KeptResult, Repository, Scan } from '@scangate/domain/records';
import { mayReuse, unexpiredResults } from '@scangate/domain/scans/reuse/may-reuse';
import { reuseContext } from '@scangate/domain/scans/reuse/reuse-key';
import { assessmentVersions } from '@scangate/engines/assessment-versions';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { PublishedPoms } from '@scangate/engines/model/poms/published-poms';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import { resultObjectName } from '@scangate/engines/model/results';
import type { BlobReader } from '#ports/blobs.ts';
import type { LicenseData } from '#ports/license-source.ts';
import type { FetchedSource, FetchedUnit, SourceRequest } from '#ports/git-sources.ts';
import type { Store } from '#ports/store.ts';

export interface KeptPorts {
  store: Pick<Store<'keptUnit'>, 'load'>;
  licenseData: LicenseData;
  publishedPoms: PublishedPoms;
}

/** The kept results of units, by their ids. */
type KeptByUnit = NonNullable<SourceRequest['reuse']>['kept'];

/** The limit of records per request. */
const loadedAtOnce = 100;
/** The limit of bytes of a request, which has to fit into the invocation of a function. */
const maxBytes = 2 * 1024 * 1024;

/** Returns the newest results of every unit before the second newest of any, as long as they fit. */
const bounded = (rows: readonly (readonly [string, readonly KeptResult[]])[]): KeptByUnit => {
  const kept: Record<string, KeptResult[]> = {};
  const most = Math.max(0, ...rows.map(([, results]) => results.length));
  let bytes = 0;
  for (let rank = 0; rank < most; rank += 1)
    for (const [projectUnitId, results] of rows) {
      const result = results[rank];
      bytes += result ? JSON.stringify(result).length : 0;
      if (bytes > maxBytes) return kept;
      if (result) (kept[projectUnitId] ??= []).push(result);
    }
  return kept;
};

/**
 * Loads the results of earlier scans that a scan may reuse.
 * @returns undefined when the repository is set to reuse nothing.
 */
export const loadReuse = async (
  scan: Scan,
  repository: Repository,
  {
    ports: { store, licenseData, publishedPoms },
    policy,
    customRules = [],
    now,
  }: {
    ports: KeptPorts;
    policy: Pick<GatePolicy, 'verifySecrets'>;
    customRules?: readonly CustomRule[];
    now: Date;
  },
): Promise<SourceRequest['reuse']> => {
  if (!mayReuse(repository)) return undefined;
  const { organizationId, repositoryId, units } = repository;
  const ids = scan.projectUnitId ? [scan.projectUnitId] : units.map(({ projectUnitId }) => projectUnitId);
  const rows: [string, KeptResult[]][] = [];
  for (let from = 0; from < ids.length; from += loadedAtOnce) {
    const part = ids.slice(from, from + loadedAtOnce);
    const refs = part.map(
      (projectUnitId) =>
        ({ record: 'keptUnit', id: { organizationId, repositoryId, projectUnitId } }) as const,
    );
    for (const [index, row] of (await store.load(refs)).entries())
      rows.push([part[index] ?? '', unexpiredResults(row, now.toISOString())]);
  }
  const [{ snapshot }, poms] = await Promise.all([licenseData.load([]), publishedPoms.snapshot()]);
  const versions = await assessmentVersions(scan.scanTypes, customRules);
  const context = reuseContext(scan, repository, {
    versions,
    licenseData: snapshot?.id ?? 'none',
    ...(poms && { poms: poms.id }),
    ...(policy.verifySecrets === 'on' && { verifiesSecrets: true }),
  });
  return { context, kept: bounded(rows) };
};

const isStored = async (
  organizationId: string,
  { projectUnitId, reusedFrom = '' }: { projectUnitId: string; reusedFrom?: string },
  { blobs }: { blobs: BlobReader<'results'> },
): Promise<boolean> => {
  const name = resultObjectName(reusedFrom, projectUnitId, 'assessment');
  const content = await blobs.open({ area: 'results', organizationId, name });
  content?.destroy();
  return content !== undefined;
};

/** Refuses a report that reuses a result that was never kept. @throws Error */
const requireKept = (taken: readonly FetchedUnit[], reuse: SourceRequest['reuse']): void => {
  for (const { projectUnitId, reuseKey, reusedFrom } of taken) {
    const kept = reuse?.kept[projectUnitId] ?? [];
    if (!kept.some(({ key, scanId }) => key === reuseKey && scanId === reusedFrom))
      throw new Error('a unit reuses a result that is not kept');
  }
};

/**
 * Returns the reusable results without those that have been removed, so that the commit is fetched again. The
 * payload of a scan may be past the retention of the organization.
 * @returns undefined when everything that was chosen is there.
 */
export const withoutRemoved = async (
  { organizationId }: Pick<Repository, 'organizationId'>,
  { units = [], reuse }: { units: FetchedSource['units']; reuse: SourceRequest['reuse'] },
  ports: { blobs: BlobReader<'results'> },
): Promise<SourceRequest['reuse']> => {
  const taken = units.filter(({ reusedFrom }) => reusedFrom !== undefined);
  requireKept(taken, reuse);
  const stored = await Promise.all(taken.map((unit) => isStored(organizationId, unit, ports)));
  const removed = taken.filter((_, index) => !stored[index]);
  if (removed.length === 0 || !reuse) return undefined;
  const kept = { ...reuse.kept };
  for (const { projectUnitId, reusedFrom } of removed)
    kept[projectUnitId] = (kept[projectUnitId] ?? []).filter(({ scanId }) => scanId !== reusedFrom);
  return { ...reuse, kept };
};
