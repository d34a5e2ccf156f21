import type { Scan, ScanUnit } from '@scangate/domain/records';
import { appliesToUnit } from '@scangate/domain/scans/scan-scope';
import { ScanFailed, type Failure } from '@scangate/engines/model/failure';
import type { PublishedPomCache } from '@scangate/engines/inventory/pom-resolution/published-pom-cache';
import type { PublishedPoms } from '@scangate/engines/model/poms/published-poms';
import type { Finding } from '@scangate/engines/model/finding';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { UnitResult } from '@scangate/engines/model/results';
import type { SkippedFile, SourceFiles } from '@scangate/engines/model/source-files';
import { withTexts } from '@scangate/engines/units/gradle-of-other-units';
import { hasOtherUnits } from '@scangate/engines/units/other-units';
import type { UnitFiles } from '@scangate/engines/units/files-by-unit';
import { unitSbom } from './sbom-report.ts';
import type { LoadedAdvisories } from './scan-outcome.ts';

/** The results of the engines by unit. */
export interface UnitResults {
  results: UnitResult[];
  failures: Map<string, Failure>;
  findingsByUnit: Map<string, readonly Finding[]>;
  /** The CycloneDX documents by unit, if they are requested. */
  sboms: Map<string, string>;
}

export interface UnitSources {
  /** All files of the commit. */
  files: SourceFiles;
  filesOf: (unit: ScanUnit) => UnitFiles;
  advisories: LoadedAdvisories;
  gate: GateInputs;
  /** Rules that run in addition to those of the engines. */
  customRules?: readonly CustomRule[] | undefined;
  /** The name of the repository in its SBOM; without it, no SBOM is created. */
  sbomName?: string | undefined;
}

/** Limits the files of a commit to one unit, with paths relative to it. */
const unitView = (files: SourceFiles, { paths, relative }: UnitFiles): SourceFiles => {
  const rootPaths = new Map(paths.map((path) => [relative(path), path]));
  const sizes = new Map(files.entries.map(({ path, sizeBytes }) => [path, sizeBytes]));
  return {
    entries: [...rootPaths].map(([path, rootPath]) => ({ path, sizeBytes: sizes.get(rootPath) ?? 0 })),
    read: (path) => files.read(rootPaths.get(path) ?? path),
  };
};

/** Loads the poms that builds need; none for files without a Maven or Gradle build. */
const pomsFor = async (
  files: SourceFiles,
  published: PublishedPoms,
): Promise<PublishedPomCache | undefined> => {
  const { isResolvedByPoms } = await import('@scangate/engines/units/recognize-file');
  if (!files.entries.some(({ path }) => isResolvedByPoms(path))) return undefined;
  const { loadPoms } = await import('@scangate/engines/inventory/pom-resolution/load-poms');
  return loadPoms(files, published);
};

const scanOne = async (
  scan: Scan,
  unit: ScanUnit,
  {
    files,
    skipped,
    advisories,
    gate,
    customRules,
    sbomName,
  }: Omit<UnitSources, 'filesOf'> & { skipped: SkippedFile[] },
) => {
  const { assessUnit } = await import('@scangate/engines/assess-unit');
  const { judgeUnit } = await import('@scangate/engines/judge-unit');
  const { readInventory } = await import('@scangate/engines/inventory/read-inventory');
  const { ecosystemsOf } = await import('@scangate/engines/sca/sca-engine');
  const scanTypes = scan.scanTypes.filter((type) => appliesToUnit(type, unit.type));
  const { isPublished, withKnownLicenses } = await import('@scangate/engines/license/known-licenses');
  const read = readInventory(files, unit.type, await pomsFor(files, advisories.publishedPoms));
  const licenses = await advisories.loadLicenses(read.components.filter(isPublished));
  const inventory = withKnownLicenses(read, licenses);
  const sbom =
    sbomName !== undefined && scanTypes.includes('sbom')
      ? await unitSbom(scan, { unit, fullName: sbomName }, inventory)
      : undefined;
  const assessed = await assessUnit(
    {
      projectUnitId: unit.projectUnitId,
      scanTypes,
      fullScope: scan.fullScope,
      hasOtherUnits: hasOtherUnits(unit, scan.units),
      skipped,
    },
    { unit: { path: unit.path, type: unit.type }, files, inventory, customRules },
  );
  const judged = await judgeUnit(assessed, gate, await advisories.load(ecosystemsOf(inventory)));
  return { ...judged, sbom };
};

/**
 * Runs the engines on all units, one after the other, as the tasks of the workflow do. Licenses that no lockfile
 * states come from the license data only.
 * @throws the abort reason of the signal between two units.
 */
export const scanUnits = async (
  scan: Scan,
  { files, filesOf, ...sources }: UnitSources,
  { signal, onUnit }: { signal: AbortSignal; onUnit: (unit: ScanUnit, status: string) => void },
): Promise<UnitResults> => {
  const found: UnitResults = {
    results: [],
    failures: new Map(),
    findingsByUnit: new Map(),
    sboms: new Map(),
  };
  const start = performance.now();
  for (const unit of scan.units) {
    signal.throwIfAborted();
    const filesOfUnit = filesOf(unit);
    try {
      const { findings, result, sbom } = await scanOne(scan, unit, {
        ...sources,
        files: unitView(files, filesOfUnit),
        skipped: [...filesOfUnit.skipped, ...withTexts(filesOfUnit.elsewhere, (path) => files.read(path))],
      });
      if (sbom !== undefined) found.sboms.set(unit.projectUnitId, sbom);
      found.results.push(result);
      found.findingsByUnit.set(unit.projectUnitId, findings);
      onUnit(unit, 'completed');
    } catch (error) {
      if (!(error instanceof ScanFailed)) throw error;
      found.failures.set(unit.projectUnitId, error.failure);
      onUnit(unit, 'failed');
    }
  }
  performance.measure('engines', { start });
  return found;
};
