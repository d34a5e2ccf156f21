import { FileSpool } from '#adapters/source-archive/file-spool.ts';
import { packUnit } from '#adapters/source-archive/unit-archive.ts';
import type { PortsOf } from '#contract/ports-of.ts';
import { activeStatuses, type Repository, type Scan } from '@scangate/domain/records';
import { projectUnitId, registerUnits, UnitsConflict } from '@scangate/domain/repositories/register-units';
import { ScanEndedConflict, updateActiveScan, ScanUnitsConflict } from '@scangate/domain/scans/active-scan';
import { instantAfter } from '@scangate/domain/instant';
import { deadlines } from '@scangate/domain/scans/scan-deadlines';

import { ScanFailed, type Failure } from '@scangate/engines/model/failure';
import type { SkippedFile } from '@scangate/engines/model/source-files';
import { discoverUnits } from '@scangate/engines/units/discover-units';
import { filesByUnit } from '@scangate/engines/units/files-by-unit';
import type { ProjectUnit } from '@scangate/engines/model/project-unit';
import { failedConditionError } from '#ports/store.ts';
import { task, type TaskContext } from '#runtime/task.ts';
import { wireSources } from '#runtime/wire/sources.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { wireBlobStreamer } from '#runtime/wire/blob-streamer.ts';
import { wireVaultOpener } from '#runtime/wire/vault.ts';
import { wireRechargeStarter } from '#runtime/wire/workflow.ts';
import { prepare } from '../index.ts';
import { selectUnits } from '@scangate/domain/scans/select-units';
import { fetchSource } from '#app/scans/workflow/fetch-source.ts';
import { reconcileUnits } from '#app/scans/workflow/reconcile-units.ts';

interface ScanRef {
  organizationId: string;
  scanId: string;
}

/** What the workflow carries on: ids only, and an expected failure as data. */
export interface PreparedScan extends ScanRef {
  units: { projectUnitId: string }[];
  failure?: Failure;
}

type Ports = PortsOf<(typeof prepare)['needs']>;

/** Marks the scan as running and moves its deadline to the workflow's. Undefined when it ended before. */
const begin = async (ref: ScanRef, { store }: Ports, now: Date): Promise<Scan | undefined> => {
  let moved = true;
  while (moved) {
    const scan = await store.get('scan', ref, { consistent: true });
    if (!scan || !activeStatuses.includes(scan.status)) return undefined;
    const set = {
      status: 'running' as const,
      units: scan.units.map((unit) => ({ ...unit, status: 'running' as const })),
      startedAt: scan.startedAt ?? now.toISOString(),
      dueAt: instantAfter(now, deadlines.workflowMs + deadlines.graceMs),
    };
    const refusal = await store.commit([updateActiveScan(scan, { set })]);
    if (!refusal) return { ...scan, ...set, unitsVersion: scan.unitsVersion + 1 };
    moved = failedConditionError(refusal) instanceof ScanUnitsConflict;
  }
  return undefined;
};

/** Lets the repository know the units of this commit, so that the next scan charges them at creation. */
const register = async (
  repository: Repository,
  found: readonly ProjectUnit[],
  { store }: Ports,
): Promise<void> => {
  const { organizationId, repositoryId } = repository;
  let current: Repository | undefined = repository;
  while (current) {
    const refusal = await store.commit(registerUnits(current, found));
    if (!refusal) return;
    if (!(failedConditionError(refusal) instanceof UnitsConflict)) throw failedConditionError(refusal);
    current = await store.get('repository', { organizationId, repositoryId }, { consistent: true });
  }
};

const identify = (repository: Repository, spool: FileSpool): ProjectUnit[] =>
  discoverUnits(spool.paths, repository.fullName).map((unit) => ({
    ...unit,
    projectUnitId: projectUnitId(repository.repositoryId, unit.path),
  }));

/** One object per unit that will be scanned; every file is in the deepest unit above it, and in no other. */
const storeUnits = async (
  scan: Scan,
  all: readonly ProjectUnit[],
  spool: FileSpool,
  skipped: readonly SkippedFile[],
  { blobs }: Ports,
): Promise<void> => {
  const filesOf = filesByUnit<{ path: string }>(spool.paths, skipped, all);
  for (const unit of scan.units) {
    const files = filesOf(unit);
    const archive = packUnit({ ...files, read: (path) => spool.read(path) }, files.skipped);
    const name = `${scan.scanId}/${unit.projectUnitId}`;
    await blobs.putStream(
      { area: 'work', organizationId: scan.organizationId, name },
      archive,
      'application/gzip',
    );
  }
};

const prepareSource = async (scan: Scan, ports: Ports, { now, signal }: TaskContext): Promise<Scan> => {
  const { organizationId, repositoryId } = scan;
  const repository = await ports.store.get(
    'repository',
    { organizationId, repositoryId },
    { consistent: true },
  );
  if (!repository || repository.disconnectedAt)
    throw new ScanFailed('repo_access', 'The repository was disconnected.');
  const spool = new FileSpool();
  try {
    const skipped = await fetchSource(scan, repository, spool, ports, signal);
    const found = identify(repository, spool);
    await register(repository, found, ports);
    const settled = await reconcileUnits(scan, selectUnits(scan, found), ports, now);
    await storeUnits(settled, found, spool, skipped, ports);
    return settled;
  } finally {
    spool.close();
  }
};

/** Identifies the commit, fetches its files, finds its units and charges new ones. Safe to run twice. */
export const prepareScan = async (
  ref: ScanRef,
  ports: Ports,
  context: TaskContext,
): Promise<PreparedScan> => {
  const { organizationId, scanId } = ref;
  const nothing = { organizationId, scanId, units: [] };
  const scan = await begin(ref, ports, context.now);
  if (!scan) return nothing;
  try {
    const { units } = scan.artifact ? scan : await prepareSource(scan, ports, context);
    return { organizationId, scanId, units: units.map(({ projectUnitId: id }) => ({ projectUnitId: id })) };
  } catch (error) {
    if (error instanceof ScanFailed) return { ...nothing, failure: error.failure };
    if (error instanceof ScanEndedConflict) return nothing;
    throw error;
  }
};

export const handler = task(
  prepare,
  {
    store: wireStore,
    blobs: wireBlobStreamer,
    vault: wireVaultOpener,
    sources: wireSources,
    recharge: wireRechargeStarter,
  },
  prepareScan,
);
