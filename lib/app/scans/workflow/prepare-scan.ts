import type { Repository, Scan } from '@scangate/domain/records';
import { projectUnitId, registerUnits } from '@scangate/domain/repositories/register-units';
import { addMs } from '@scangate/domain/instant';
import { isActive, updateActiveScan } from '@scangate/domain/scans/active-scan';
import { listBegunScan } from '@scangate/domain/scans/listing/scan-listings';
import { deadlines } from '@scangate/domain/scans/scan-deadlines';
import { selectUnits } from '@scangate/domain/scans/select-units';
import { ScanFailed, type Failure } from '@scangate/engines/model/failure';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import type { SkippedFile } from '@scangate/engines/model/source-files';
import { discoverUnits } from '@scangate/engines/units/discover-units';
import { filesByUnit } from '@scangate/engines/units/files-by-unit';
import type { BlobStreamer } from '#ports/blobs.ts';
import type { SourceArchive, SourceSpool } from '#ports/source-archive.ts';
import { commitOrThrow, type Store } from '#ports/store.ts';
import type { RunContext } from '#app/jobs/run-context.ts';
import { limits, retryOnConflict } from '#app/retry-on-conflict.ts';
import type { ScanRef } from '../load-scan.ts';
import { fetchSource, type SourcePorts } from './fetch-source.ts';
import { reconcileUnits, type UnitPorts } from './reconcile-units.ts';

/** The state that the workflow carries on: ids only, and an expected failure as data. */
export interface PreparedScan extends ScanRef {
  units: { projectUnitId: string }[];
  failure?: Failure;
}

type PrepareScanPorts = UnitPorts &
  SourcePorts & {
    store: Pick<Store<'scan' | 'scanListing' | 'repository'>, 'get' | 'commit'>;
    blobs: BlobStreamer<'work'>;
    sourceArchive: SourceArchive;
  };

/** Marks a scan as running and extends its deadline to the workflow's. Returns undefined for an ended scan. */
const beginScan = (ref: ScanRef, { store }: PrepareScanPorts, now: Date): Promise<Scan | undefined> =>
  retryOnConflict(limits.beginScan, async () => {
    const scan = await store.get('scan', ref, { consistent: true });
    if (!scan || !isActive(scan)) return undefined;
    const set = {
      status: 'running' as const,
      units: scan.units.map((unit) => ({ ...unit, status: 'running' as const })),
      startedAt: scan.startedAt ?? now.toISOString(),
      dueAt: addMs(now, deadlines.workflowMs + deadlines.graceMs),
    };
    await commitOrThrow(store, [updateActiveScan(scan, { set }), ...listBegunScan(scan)]);
    return { ...scan, ...set, unitsVersion: scan.unitsVersion + 1 };
  });

/** Registers the units of this commit with the repository, so that the creation of the next scan charges them. */
const registerFoundUnits = (
  repository: Repository,
  found: readonly ProjectUnit[],
  { store }: PrepareScanPorts,
): Promise<void> =>
  retryOnConflict(limits.registerUnits, async (tryNumber) => {
    const { organizationId, repositoryId } = repository;
    const current =
      tryNumber === 1
        ? repository
        : await store.get('repository', { organizationId, repositoryId }, { consistent: true });
    if (current) await commitOrThrow(store, registerUnits(current, found));
  });

const discover = ({ repositoryId, fullName }: Repository, spool: SourceSpool): ProjectUnit[] =>
  discoverUnits(spool.paths, fullName).map((unit) => ({
    ...unit,
    projectUnitId: projectUnitId(repositoryId, unit.path),
  }));

interface FetchedCommit {
  spool: SourceSpool;
  skipped: readonly SkippedFile[];
  /** All units of the commit, selected or not. */
  found: readonly ProjectUnit[];
}

/** Stores one archive per unit of the scan for the tasks that scan them. */
const storeUnits = async (
  { organizationId, scanId, units }: Scan,
  { spool, skipped, found }: FetchedCommit,
  { blobs, sourceArchive }: PrepareScanPorts,
): Promise<void> => {
  const filesOf = filesByUnit<{ path: string }>(spool.paths, skipped, found);
  for (const unit of units) {
    const files = filesOf(unit);
    const archive = sourceArchive.pack({ ...files, read: (path) => spool.read(path) }, files.skipped);
    const key = { area: 'work', organizationId, name: `${scanId}/${unit.projectUnitId}` } as const;
    await blobs.putStream(key, archive, 'application/gzip');
  }
};

const loadConnectedRepository = async (
  { organizationId, repositoryId }: Scan,
  { store }: PrepareScanPorts,
): Promise<Repository> => {
  const repository = await store.get('repository', { organizationId, repositoryId }, { consistent: true });
  if (!repository || repository.disconnectedAt) {
    throw new ScanFailed('repo_access', 'The repository was disconnected.');
  }
  return repository;
};

/** Fetches the commit and reconciles the units of the scan with it. Returns undefined when the scan ended meanwhile. */
const prepareSource = async (
  scan: Scan,
  ports: PrepareScanPorts,
  { now, signal }: RunContext,
): Promise<Scan | undefined> => {
  const repository = await loadConnectedRepository(scan, ports);
  const spool = ports.sourceArchive.openSpool();
  try {
    const { commitHash } = scan;
    const skipped = await fetchSource({ repository, commitHash, spool, signal }, ports);
    const found = discover(repository, spool);
    await registerFoundUnits(repository, found, ports);
    const prepared = await reconcileUnits({ scan, selected: selectUnits(scan, found) }, ports, now);
    if (prepared) await storeUnits(prepared, { spool, skipped, found }, ports);
    return prepared;
  } finally {
    spool.close();
  }
};

/**
 * Prepares a scan: fetches its commit, finds the project units, charges new ones and refunds absent ones. An artifact
 * is one given unit. It is safe to run twice (docs/adr/0014-scan-workflow.md).
 */
export const prepareScan = async (
  { organizationId, scanId }: ScanRef,
  ports: PrepareScanPorts,
  context: RunContext,
): Promise<PreparedScan> => {
  const ref = { organizationId, scanId };
  const scan = await beginScan(ref, ports, context.now);
  if (!scan) return { ...ref, units: [] };
  try {
    const prepared = scan.artifact ? scan : await prepareSource(scan, ports, context);
    const units = prepared?.units ?? [];
    return { ...ref, units: units.map((unit) => ({ projectUnitId: unit.projectUnitId })) };
  } catch (error) {
    if (error instanceof ScanFailed) return { ...ref, units: [], failure: error.failure };
    throw error;
  }
};
