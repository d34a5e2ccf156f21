import type { PortsOf } from '../../../lib/contract/ports-of.ts';
import { derivedId } from '../../../lib/domain/digest.ts';
import { activeStatuses, type Scan, type ScanUnit } from '../../../lib/domain/records.ts';
import { ScanFailed, type Failure } from '../../../lib/domain/scans/failure.ts';
import type { UnitType } from '../../../lib/domain/scans/project-unit.ts';
import { resultName } from '../../../lib/domain/scans/results.ts';
import { fitsUnit } from '../../../lib/domain/scans/scope.ts';
import { noLicenseSource } from '../../../lib/ports/license-source.ts';
import { elapsedMs } from '../../../lib/runtime/ids.ts';
import { step, type StepContext } from '../../../lib/runtime/step.ts';
import { wireAdvisories } from '../../../lib/runtime/wire/advisories.ts';
import { wireReader, wireWriter } from '../../../lib/runtime/wire/blobs.ts';
import { wireLicenses } from '../../../lib/runtime/wire/licenses.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { buildSbom } from '../../../lib/scanners/sbom/build-sbom.ts';
import { ecosystemsOf } from '../../../lib/scanners/sca/sca-engine.ts';
import { scanUnit as runEngines } from '../../../lib/scanners/scan-unit.ts';
import { scanUnit } from '../index.ts';
import { readUnit } from './read-unit.ts';
import { stateLicenses } from './state-licenses.ts';

interface UnitRef {
  organizationId: string;
  scanId: string;
  projectUnitId: string;
}

/** What the workflow carries on of a unit; the result itself is in S3. */
export interface UnitScanned {
  projectUnitId: string;
  failure?: Failure;
}

type Ports = PortsOf<(typeof scanUnit)['needs']>;

const scanOne = async (
  scan: Scan,
  unit: ScanUnit,
  fullName: string,
  ports: Ports,
  { now, signal }: Pick<StepContext, 'now' | 'signal'>,
): Promise<void> => {
  const read = await readUnit(scan, unit, ports.blobs);
  try {
    const type = unit.type as UnitType;
    const scanTypes = scan.scanTypes.filter(
      (wanted) => scan.artifact !== undefined || fitsUnit(wanted, type),
    );
    const asked = scanTypes.includes('license') ? ports.licenses : noLicenseSource;
    const stated = await stateLicenses(read.inventory, asked, { now, signal });
    const { findings, inventory, result } = await runEngines(
      { projectUnitId: unit.projectUnitId, scanTypes, fullScope: scan.fullScope, skipped: read.skipped },
      {
        unit: { path: unit.path, type },
        files: read.files,
        inventory: stated.inventory,
        licenseGaps: stated.gaps,
        advisories: await ports.advisories.load(ecosystemsOf(read.inventory)),
        policy: scan.policy,
        elapsedMs,
      },
    );
    const put = (part: 'findings' | 'sbom' | 'result', body: string) => {
      const name = resultName(scan.scanId, unit.projectUnitId, part);
      return ports.blobs.put(
        { area: 'results', organizationId: scan.organizationId, name },
        body,
        'application/json',
      );
    };
    if (scanTypes.includes('sbom')) {
      const name = unit.path === '' ? fullName : unit.path;
      const serialNumber = `urn:uuid:${derivedId('sbom', scan.scanId, unit.projectUnitId)}`;
      const repository = { fullName };
      const { commitHash } = scan;
      await put(
        'sbom',
        buildSbom({
          inventory,
          unit: { path: unit.path, type, name },
          repository,
          commitHash,
          serialNumber,
          timestamp: now,
        }),
      );
    }
    await put('findings', JSON.stringify(findings));
    await put('result', JSON.stringify(result));
  } finally {
    read.close();
  }
};

/** Scans one unit and stores what was found. Run twice, it writes the same objects again. */
export const scanProjectUnit = async (
  ref: UnitRef,
  ports: Ports,
  context: StepContext,
): Promise<UnitScanned> => {
  const { organizationId, scanId, projectUnitId } = ref;
  const scan = await ports.store.get('scan', { organizationId, scanId }, { consistent: true });
  const unit = scan?.units.find((candidate) => candidate.projectUnitId === projectUnitId);
  if (!scan || !unit || !activeStatuses.includes(scan.status)) return { projectUnitId };
  const repository = await ports.store.get('repository', { organizationId, repositoryId: scan.repositoryId });
  try {
    await scanOne(scan, unit, repository?.fullName ?? scan.repositoryId, ports, context);
    return { projectUnitId };
  } catch (error) {
    if (error instanceof ScanFailed) return { projectUnitId, failure: error.failure };
    throw error;
  }
};

export const handler = step(
  scanUnit,
  {
    store: wireStore,
    blobs: () => ({ ...wireReader(), ...wireWriter() }),
    advisories: wireAdvisories,
    licenses: wireLicenses,
  },
  scanProjectUnit,
);
