import { digestOf } from './model/digest.ts';
import { hasReadableDependencies, recognizeLockfile } from './units/recognize-file.ts';
import type { Inventory } from './model/component.ts';
import { ScanFailed } from './model/failure.ts';
import type { SkippedFile } from './model/source-files.ts';
import type { Coverage, Finding } from './model/finding.ts';
import type { UnitResult } from './model/results.ts';
import { readsDependencies, type ScanType } from './model/scan-type.ts';
import { isJudged } from './model/judged-finding.ts';
import { noCounts, type FindingCounts } from './model/finding-counts.ts';
import { loadEngine } from './engines.ts';
import { locatePackages } from './source/locate-packages.ts';
import type { EngineInput } from './engine.ts';
import { assertFindsCanary } from './assert-finds-canary.ts';

/** The scan types of a unit and how they were requested. */
export interface UnitScanRequest {
  projectUnitId: string;
  scanTypes: readonly ScanType[];
  /** True: a unit without lockfile is a gap. False (scan types were requested by name): it is a failure. */
  fullScope: boolean;
  /** True if other units of the scan have dependencies; then a damaged lockfile in the full scope is a gap. */
  isOneOfMany?: boolean;
  /** Files of the commit that were skipped when it was fetched. */
  skipped: readonly SkippedFile[];
}

/** Returns a file with a known format that could not be read: damaged, too large or skipped. */
const damagedFile = (inventory: Inventory): { file: string; reason: string } | undefined =>
  inventory.unread.find(({ file }) => hasReadableDependencies(file));

/**
 * Fails a unit whose only lockfile cannot be read, because unread dependencies are not clean, unless it is one of
 * many in the full scope, where it is a gap. Fails a unit without any lockfile if a dependency type was requested
 * by name (docs/adr/0014-scan-workflow.md).
 */
const requireInventory = (inventory: Inventory, request: UnitScanRequest): void => {
  const dependencies = request.scanTypes.filter(readsDependencies);
  if (dependencies.length === 0 || inventory.read.length > 0) return;
  const damaged = damagedFile(inventory);
  if (damaged && !(request.fullScope && request.isOneOfMany))
    throw new ScanFailed('lockfile_not_found', `${damaged.file} cannot be read: ${damaged.reason}`);
  if (!request.fullScope)
    throw new ScanFailed('lockfile_not_found', `Nothing in this unit can be read for ${dependencies[0]}.`);
};

/**
 * Fails a vulnerability scan without any advisories, which would pass everything: that is a failure of the
 * service.
 */
const requireAdvisories = ({ advisories, inventory }: EngineInput, request: UnitScanRequest): void => {
  if (!request.scanTypes.includes('sca') || inventory.components.length === 0) return;
  if (advisories.snapshotId === 'none')
    throw new ScanFailed('system_error', 'The service has no advisories yet.');
};

const count = (counts: FindingCounts, finding: Finding): void => {
  if (finding.kind === 'vulnerability' || finding.kind === 'source') counts.dependencies[finding.severity]++;
  else if (finding.kind === 'code') counts.code[finding.severity]++;
  else if (finding.kind === 'secret') counts.secrets[finding.severity]++;
};

const skipReasons: Record<SkippedFile['reason'], string> = {
  link: 'symbolic links are not followed',
  submodule: 'submodules are not fetched',
  too_large: 'the file is too large to be fetched',
  path_unsafe: 'the path is not safe',
};

/** Adds skipped files as gaps to the coverage of engines that read source files. */
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

/** Adds skipped lockfiles to the unread files. */
const withSkippedLockfiles = (inventory: Inventory, skipped: readonly SkippedFile[]): Inventory => ({
  ...inventory,
  unread: [
    ...inventory.unread,
    ...skipped
      .filter(
        ({ path, reason }) =>
          reason !== 'submodule' && (recognizeLockfile(path) !== undefined || hasReadableDependencies(path)),
      )
      .map(({ path, reason }) => ({ file: path, reason: skipReasons[reason] })),
  ],
});

/**
 * Runs the engines of one unit and loads them if needed: a pure function of files, inventory, advisories and
 * policy.
 * @throws ScanFailed
 */
export const scanUnit = async (
  request: UnitScanRequest,
  input: EngineInput,
): Promise<{ findings: Finding[]; inventory: Inventory; result: UnitResult }> => {
  const inventory = withSkippedLockfiles(input.inventory, request.skipped);
  requireInventory(inventory, request);
  requireAdvisories(input, request);
  const counts = noCounts();
  const findings: Finding[] = [];
  const coverage: Coverage[] = [];
  for (const type of request.scanTypes) {
    const engine = await loadEngine(type);
    const found = engine.run({ ...input, inventory });
    for (const finding of found.findings) {
      findings.push(finding);
      if (isJudged(finding, input.policy)) count(counts, finding);
    }
    if (found.licenses) counts.licenses = found.licenses;
    const hasCanary = assertFindsCanary(engine, input);
    coverage.push({ ...withSkipped(found.coverage, request.skipped), ...(hasCanary && { canary: 'found' }) });
  }
  const { snapshotId, builtAt } = input.advisories;
  return {
    findings: locatePackages(findings, input.files),
    inventory,
    result: {
      projectUnitId: request.projectUnitId,
      counts,
      coverage,
      inventoryDigest: digestOf(inventory.components),
      advisorySnapshot: { id: snapshotId, ...(builtAt !== undefined && { builtAt }) },
      waivers: findings.filter((finding) => finding.suppressed).map((finding) => finding.fingerprint),
    },
  };
};
