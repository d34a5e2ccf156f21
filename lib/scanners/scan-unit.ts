import { digestOf } from '../domain/digest.ts';
import { isReadable, lockfileAt } from '../domain/scans/dependency-file.ts';
import type { Inventory } from '../domain/scans/component.ts';
import { ScanFailed } from '../domain/scans/failure.ts';
import type { SkippedFile } from '../domain/scans/files.ts';
import type { Coverage, Finding } from '../domain/scans/finding.ts';
import type { UnitResult } from '../domain/scans/results.ts';
import { readsDependencies, type ScanType } from '../domain/scans/scan-type.ts';
import { noCounts, type Counts } from '../domain/scans/verdict.ts';
import { engineOf } from './engines.ts';
import type { EngineInput } from './engine.ts';
import { proveAwake } from './prove-awake.ts';

/** What a unit is scanned for, and how it was asked. */
export interface UnitOrder {
  projectUnitId: string;
  scanTypes: readonly ScanType[];
  /** By name, what cannot be read is a failure; in the full scope it is a gap. */
  fullScope: boolean;
  /** Files of the commit that were left out when it was fetched. */
  skipped: readonly SkippedFile[];
}

/** A file we know how to read and could not: damaged, too large, or left out. Not one whose reader is yet to come. */
const damagedFile = (inventory: Inventory): { file: string; reason: string } | undefined =>
  inventory.unread.find(({ file }) => isReadable(file));

/**
 * Nothing read is not clean: a unit whose only lockfile cannot be read fails, whatever was asked for, and so does one
 * without any when a dependency type was asked for by name (scanning.md, "Failure codes").
 */
const requireInventory = (inventory: Inventory, order: UnitOrder): void => {
  const dependencies = order.scanTypes.filter(readsDependencies);
  if (dependencies.length === 0 || inventory.read.length > 0) return;
  const damaged = damagedFile(inventory);
  if (damaged)
    throw new ScanFailed('lockfile_not_found', `${damaged.file} cannot be read: ${damaged.reason}`);
  if (!order.fullScope)
    throw new ScanFailed('lockfile_not_found', `Nothing in this unit can be read for ${dependencies[0]}.`);
};

/** Without any advisories a vulnerability scan would pass whatever it is given: that is our failure, not a result. */
const requireAdvisories = ({ advisories, inventory }: EngineInput, order: UnitOrder): void => {
  if (!order.scanTypes.includes('sca') || inventory.components.length === 0) return;
  if (advisories.snapshotId === 'none')
    throw new ScanFailed('system_error', 'The service has no advisories yet.');
};

const count = (counts: Counts, finding: Finding): void => {
  if (finding.suppressed) return;
  if (finding.kind === 'vulnerability') counts.dependencies[finding.severity]++;
  else if (finding.kind === 'code') counts.code[finding.severity]++;
  else if (finding.kind === 'secret') counts.secrets[finding.severity]++;
};

const skipReasons: Record<SkippedFile['reason'], string> = {
  link: 'symbolic links are not followed',
  submodule: 'submodules are not fetched',
  too_large: 'the file is too large to be fetched',
  path_unsafe: 'the path is not safe',
};

/** What was left out when the commit was fetched is a gap of everything that reads source files. */
const withSkipped = (coverage: Coverage, skipped: readonly SkippedFile[]): Coverage => {
  if (readsDependencies(coverage.scanType) || skipped.length === 0) return coverage;
  const byReason = Map.groupBy(skipped, ({ reason }) => reason);
  const gaps = [...byReason].map(([reason, files]) => ({
    reason: skipReasons[reason],
    count: files.length,
    ...(files.length === 1 && files[0] && { file: files[0].path }),
  }));
  const status = coverage.status === 'assessed' ? 'partial' : coverage.status;
  return { ...coverage, status, gaps: [...coverage.gaps, ...gaps] };
};

/** A skipped lockfile was recognised and not read. */
const withSkippedLockfiles = (inventory: Inventory, skipped: readonly SkippedFile[]): Inventory => ({
  ...inventory,
  unread: [
    ...inventory.unread,
    ...skipped
      .filter(
        ({ path, reason }) => reason !== 'submodule' && (lockfileAt(path) !== undefined || isReadable(path)),
      )
      .map(({ path, reason }) => ({ file: path, reason: skipReasons[reason] })),
  ],
});

/**
 * Runs the engines of one unit, loading them where they are not yet: a pure function of files, inventory, advisories and
 * policy. @throws ScanFailed
 */
export const scanUnit = async (
  order: UnitOrder,
  input: EngineInput,
): Promise<{ findings: Finding[]; inventory: Inventory; result: UnitResult }> => {
  const inventory = withSkippedLockfiles(input.inventory, order.skipped);
  requireInventory(inventory, order);
  requireAdvisories(input, order);
  const counts = noCounts();
  const findings: Finding[] = [];
  const coverage: Coverage[] = [];
  for (const type of order.scanTypes) {
    const engine = await engineOf(type);
    const found = engine.run({ ...input, inventory });
    for (const finding of found.findings) {
      findings.push(finding);
      count(counts, finding);
    }
    if (found.licenses) counts.licenses = found.licenses;
    const awake = proveAwake(engine, input);
    coverage.push({ ...withSkipped(found.coverage, order.skipped), ...(awake && { canary: 'found' }) });
  }
  const { snapshotId, builtAt } = input.advisories;
  return {
    findings,
    inventory,
    result: {
      projectUnitId: order.projectUnitId,
      counts,
      coverage,
      inventoryDigest: digestOf(inventory.components),
      advisorySnapshot: { id: snapshotId, ...(builtAt !== undefined && { builtAt }) },
      waivers: findings.filter((finding) => finding.suppressed).map((finding) => finding.fingerprint),
    },
  };
};
