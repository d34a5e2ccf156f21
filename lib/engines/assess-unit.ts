import { digestOf } from './model/digest.ts';
import { isProjectFile, readOfProject } from './units/project-files.ts';
import { hasReadableDependencies, isToolList, recognizeBuildFile } from './units/recognize-file.ts';
import type { AssessedUnit } from './model/assessed-unit.ts';
import type { Inventory } from './model/component.ts';
import { ScanFailed } from './model/failure.ts';
import type { SkippedFile, SourceFiles } from './model/source-files.ts';
import {
  skippedOfUnit,
  skipReasons,
  withLinkTexts,
  withSkipped,
  withSkippedFiles,
} from './source-files/skipped-files.ts';
import { withSkippedDependencies } from './source-files/skipped-dependencies.ts';
import type { Coverage } from './model/coverage.ts';
import type { SecretVerifier } from './model/gate/secret-liveness.ts';
import type { CustomRule } from './model/gate/custom-rules.ts';
import type { UnitType } from './model/project-unit.ts';
import { readsDependencies, readsSource, type ScanType } from './model/scan-type.ts';
import { pinnedRuntimes } from './advisor/pinned-runtimes.ts';
import { assertFindsCanary } from './assert-finds-canary.ts';
import { loadEngineWithRules } from './source-engines.ts';
import { unusedLockfiles } from './inventory/build-settings/unused-lockfiles.ts';
import { statedRanges } from './inventory/package-sources/stated-ranges.ts';
import { locatePackages } from './source-files/locate-packages.ts';
import { ignoreFileName, readIgnoreFile } from './suppression/ignore-file.ts';
import { verifyIfAsked, withUnasked } from './secrets/verify-detections.ts';
import { fromRoot } from './suppression/suppress.ts';
import { isMavenSetting } from './units/maven-settings.ts';
import { leftOutLockfiles } from './units/left-out-lockfiles.ts';

/** The scan types of a unit and how they were requested. */
export interface UnitScanRequest {
  projectUnitId: string;
  scanTypes: readonly ScanType[];
  /** True: a unit without a lockfile is a gap. False (scan types were requested by name): it is a failure. */
  fullScope: boolean;
  /** True if other units of the scan have dependencies; then a damaged lockfile in the full scope is a gap. */
  hasOtherUnits?: boolean;
  /** Files of the commit that were skipped when it was fetched. */
  skipped: readonly SkippedFile[];
}

/** The content of a unit. */
export interface UnitInput {
  unit: { path: string; type: UnitType };
  files: SourceFiles;
  /** Read once per unit, before any engine runs. */
  inventory: Inventory;
  /** Why licenses that no lockfile states are unknown; absent when no license source was queried. */
  licenseGaps?: Coverage['gaps'];
  /** The key for digests of lines, which may hold secrets. */
  lineKey?: string;
  /** Queries the providers of secrets; absent where the policy does not want that. */
  verifier?: SecretVerifier;
  /** The organization's custom rules, which run in addition to those of the engines. */
  customRules?: readonly CustomRule[] | undefined;
}

/** Bounds what is stored of a unit; a comment beyond it suppresses nothing. */
const maxComments = 10_000;

/** Returns a file with a known format that could not be read: damaged, too large or skipped. */
const damagedFile = (inventory: Inventory): { file: string; reason: string } | undefined =>
  inventory.unread.find(({ file }) => isProjectFile(inventory)(file) && hasReadableDependencies(file));

/**
 * Returns whether a unit is a root without a project, beside units that have one, or with lists of tools only. It has what it
 * has, and what is not read there is a gap.
 */
const isBareRoot = ({ unitType, read, unread }: Inventory, { hasOtherUnits }: UnitScanRequest): boolean =>
  unitType === 'other' &&
  (hasOtherUnits === true || (read.length > 0 && unread.every(({ file }) => isToolList(file))));

/**
 * Fails a unit whose only lockfile cannot be read, because unread dependencies are not clean, unless it is one of
 * many in the full scope, where it is a gap. Fails a unit without any lockfile if a dependency type was requested
 * by name (docs/adr/0014-scan-workflow.md).
 */
const requireInventory = (inventory: Inventory, request: UnitScanRequest): void => {
  const dependencies = request.scanTypes.filter(readsDependencies);
  if (dependencies.length === 0 || readOfProject(inventory).length > 0) return;
  const damaged = damagedFile(inventory);
  if (damaged && !(request.fullScope && request.hasOtherUnits))
    throw new ScanFailed('lockfile_not_found', `${damaged.file} cannot be read: ${damaged.reason}`);
  if (!request.fullScope && !isBareRoot(inventory, request))
    throw new ScanFailed('lockfile_not_found', `Nothing in this unit can be read for ${dependencies[0]}.`);
};

/** Notes settings of Maven that the scan does not have, where builds of Maven were read: they may change versions. */
const noteSkippedSettings = ({ read }: Inventory, skipped: readonly SkippedFile[]): Inventory['notes'] =>
  read.some((path) => recognizeBuildFile(path) === 'maven')
    ? skipped
        .filter(({ path }) => isMavenSetting(path))
        .map(({ path, reason }) => ({
          file: path,
          reason: `settings of Maven that are not read: ${skipReasons[reason]}`,
        }))
    : [];

type SourceAssessment = Pick<
  AssessedUnit,
  'detections' | 'allowComments' | 'ignoreEntries' | 'coverage' | 'files' | 'engines'
>;

/** Runs the engines that read source files. */
const assessSource = async (request: UnitScanRequest, input: UnitInput): Promise<SourceAssessment> => {
  const ignoreFile = readIgnoreFile(input.files);
  const assessed: SourceAssessment = {
    detections: [],
    allowComments: [],
    ignoreEntries: [],
    coverage: [],
    files: {},
    engines: {},
  };
  const source = { files: input.files, ignoreFile, lineKey: input.lineKey ?? '' };
  const { verifier } = input;
  const skipped = skippedOfUnit(request.skipped);
  const keepsSecret: SecretVerifier['accepts'] | undefined = verifier && ((one) => verifier.accepts(one));
  for (const type of request.scanTypes.filter(readsSource)) {
    const { engine, builtIn } = await loadEngineWithRules(type, input.files, input.customRules);
    const { findings, comments, files, coverage, secrets } = engine.run({
      ...source,
      ...(type === 'secrets' && { files: withLinkTexts(input.files, skipped) }),
      ...(keepsSecret && { keepsSecret }),
    });
    const verified = await verifyIfAsked(findings, secrets, verifier);
    for (const finding of verified.findings) assessed.detections.push(finding);
    assessed.allowComments.push(...comments.slice(0, maxComments - assessed.allowComments.length));
    const hasCanary = assertFindsCanary(builtIn, source);
    assessed.coverage.push({
      ...withUnasked(withSkipped(coverage, skipped), verified.unasked),
      ...(hasCanary && { canary: 'found' }),
    });
    assessed.files[type] = withSkippedFiles(files, skipped);
    assessed.engines[type] = engine.version;
  }
  // The engines removed secrets from the reasons.
  const fileFromRoot = fromRoot(input.unit.path, ignoreFileName);
  return {
    ...assessed,
    ignoreEntries: ignoreFile.entries.map((entry) => ({ ...entry, file: fileFromRoot })),
  };
};

/** Collects the facts that judging needs about the files that state the dependencies of a unit. */
const assessDependencies = (inventory: Inventory, { files, licenseGaps = [] }: UnitInput) => {
  const runtimes = pinnedRuntimes(files);
  const runtimePackages = runtimes.map(({ product, version, file }) => ({ name: product, version, file }));
  const packages = [...inventory.components, ...runtimePackages];
  const lines = locatePackages(packages, files);
  const count = inventory.components.length;
  return {
    packageLines: lines.slice(0, count),
    requested: statedRanges(inventory, files),
    runtimes: runtimes.map((runtime, index) => {
      const line = lines[count + index];
      return { ...runtime, ...(line && { line }) };
    }),
    licenseGaps,
    leftOutLockfiles: leftOutLockfiles(files),
  };
};

const nothing = { packageLines: [], requested: [], runtimes: [], licenseGaps: [], leftOutLockfiles: [] };

/** Reads how the code uses the packages. A unit without packages loads nothing for it. */
const usageOf = async (
  { skipped }: UnitScanRequest,
  { files, inventory }: UnitInput,
): Promise<Pick<AssessedUnit, 'usage'>> => {
  if (inventory.components.length === 0) return {};
  const { readUsage } = await import('./import-usage/read-usage.ts');
  const usage = readUsage(files, inventory, skipped);
  return usage ? { usage } : {};
};

/**
 * Assesses one unit, and loads the engines that read its files if needed: a pure function of files and inventory.
 * The result is judged by `judgeUnit`, at once and possibly again later.
 * @throws ScanFailed
 */
export const assessUnit = async (request: UnitScanRequest, input: UnitInput): Promise<AssessedUnit> => {
  const { path: unitPath } = input.unit;
  const found = withSkippedDependencies(input.inventory, request.skipped, { unitPath, files: input.files });
  const settings = noteSkippedSettings(found, request.skipped);
  const unused = unusedLockfiles(input.files, found.read, { unitPath, skipped: request.skipped });
  const inventory = { ...found, notes: [...found.notes, ...settings, ...unused] };
  requireInventory(inventory, request);
  const dependencies = request.scanTypes.some(readsDependencies)
    ? assessDependencies(inventory, input)
    : nothing;
  return {
    projectUnitId: request.projectUnitId,
    unit: { path: input.unit.path, type: input.unit.type },
    scanTypes: [...request.scanTypes],
    inventory,
    inventoryDigest: digestOf(inventory.components),
    ...dependencies,
    ...(request.scanTypes.includes('sca') && (await usageOf(request, input))),
    ...(await assessSource(request, input)),
  };
};
