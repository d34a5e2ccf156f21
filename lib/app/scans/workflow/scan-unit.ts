import type { Scan, ScanUnit } from '@scangate/domain/records';
import { isActive } from '@scangate/domain/scans/active-scan';
import { appliesToUnit } from '@scangate/domain/scans/scan-scope';
import type { Inventory } from '@scangate/engines/model/component';
import { derivedId } from '@scangate/engines/model/digest';
import { ScanFailed, type Failure } from '@scangate/engines/model/failure';
import { resultObjectName } from '@scangate/engines/model/results';
import type { ScanType } from '@scangate/engines/model/scan-type';
import { buildSbom } from '@scangate/engines/sbom/build-sbom';
import { ecosystemsOf } from '@scangate/engines/sca/sca-engine';
import { scanUnit as runEngines } from '@scangate/engines/scan-unit';
import type { Advisories } from '#ports/advisories.ts';
import type { BlobWriter } from '#ports/blobs.ts';
import { noLicenseSource, type LicenseSource } from '#ports/license-source.ts';
import type { Store } from '#ports/store.ts';
import type { RunContext } from '#app/jobs/run-context.ts';
import type { ScanRef } from '../load-scan.ts';
import { enrichLicenses } from './enrich-licenses.ts';
import { readUnit, type UnitContent, type UnitReaderPorts } from './read-unit.ts';

export interface UnitRef extends ScanRef {
  projectUnitId: string;
}

/** The state that the workflow carries on for a unit; its result is a stored object. */
export interface UnitOutcome {
  projectUnitId: string;
  failure?: Failure;
}

interface ScanUnitPorts extends UnitReaderPorts {
  store: Pick<Store<'scan' | 'repository'>, 'get'>;
  blobs: UnitReaderPorts['blobs'] & BlobWriter<'results'>;
  advisories: Advisories;
  licenseSource: LicenseSource;
  /** Milliseconds of a clock that never goes back. */
  elapsedMs: () => number;
}

interface UnitScan {
  scan: Scan;
  unit: ScanUnit;
  /** Full name of the repository. */
  fullName: string;
  /** The scan types that apply to the unit. */
  scanTypes: ScanType[];
}

const runUnitEngines = async (
  { scan, unit, scanTypes, content }: UnitScan & { content: UnitContent },
  ports: ScanUnitPorts,
  context: RunContext,
) => {
  const { projectUnitId, path, type } = unit;
  const source = scanTypes.includes('license') ? ports.licenseSource : noLicenseSource;
  const enriched = await enrichLicenses(content.inventory, source, context);
  return runEngines(
    { projectUnitId, scanTypes, fullScope: scan.fullScope, skipped: content.skipped },
    {
      unit: { path, type },
      files: content.files,
      inventory: enriched.inventory,
      licenseGaps: enriched.gaps,
      advisories: await ports.advisories.load(ecosystemsOf(content.inventory)),
      policy: scan.policy,
      elapsedMs: ports.elapsedMs,
    },
  );
};

const sbomOf = ({ scan, unit, fullName }: UnitScan, inventory: Inventory, timestamp: Date): string => {
  const { projectUnitId, path, type } = unit;
  return buildSbom({
    inventory,
    unit: { path, type, name: path === '' ? fullName : path },
    repository: { fullName },
    commitHash: scan.commitHash,
    serialNumber: `urn:uuid:${derivedId('sbom', scan.scanId, projectUnitId)}`,
    timestamp,
  });
};

const scanAndStore = async (unitScan: UnitScan, ports: ScanUnitPorts, context: RunContext): Promise<void> => {
  const { scan, unit, scanTypes } = unitScan;
  const { organizationId, scanId } = scan;
  const store = (part: 'findings' | 'sbom' | 'result', body: string): Promise<void> => {
    const name = resultObjectName(scanId, unit.projectUnitId, part);
    return ports.blobs.put({ area: 'results', organizationId, name }, body, 'application/json');
  };
  const content = await readUnit(scan, unit, ports);
  try {
    const { findings, inventory, result } = await runUnitEngines({ ...unitScan, content }, ports, context);
    if (scanTypes.includes('sbom')) await store('sbom', sbomOf(unitScan, inventory, context.now));
    await store('findings', JSON.stringify(findings));
    await store('result', JSON.stringify(result));
  } finally {
    content.close();
  }
};

/** Scans one unit and stores its findings, SBOM and result. A second run writes the same objects again. */
export const scanProjectUnit = async (
  { organizationId, scanId, projectUnitId }: UnitRef,
  ports: ScanUnitPorts,
  context: RunContext,
): Promise<UnitOutcome> => {
  const scan = await ports.store.get('scan', { organizationId, scanId }, { consistent: true });
  const unit = scan?.units.find((candidate) => candidate.projectUnitId === projectUnitId);
  if (!scan || !unit || !isActive(scan)) return { projectUnitId };
  const { repositoryId } = scan;
  const repository = await ports.store.get('repository', { organizationId, repositoryId });
  const fullName = repository?.fullName ?? repositoryId;
  const isArtifact = scan.artifact !== undefined;
  const scanTypes = scan.scanTypes.filter((type) => isArtifact || appliesToUnit(type, unit.type));
  try {
    await scanAndStore({ scan, unit, fullName, scanTypes }, ports, context);
    return { projectUnitId };
  } catch (error) {
    if (error instanceof ScanFailed) return { projectUnitId, failure: error.failure };
    throw error;
  }
};
