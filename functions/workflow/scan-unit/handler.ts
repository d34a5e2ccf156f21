import type { PortsOf } from '#contract/ports-of.ts';
import { derivedId } from '@scangate/engines/model/digest';
import { activeStatuses, type Scan, type ScanUnit } from '@scangate/domain/records';
import { ScanFailed, type Failure } from '@scangate/engines/model/failure';
import type { UnitType } from '@scangate/engines/model/project-unit';
import { resultObjectName } from '@scangate/engines/model/results';
import { appliesToUnit } from '@scangate/domain/scans/scan-scope';
import { noLicenseSource } from '#ports/license-source.ts';
import { elapsedMs } from '#runtime/ids.ts';
import { task, type TaskContext } from '#runtime/task.ts';
import { wireAdvisories } from '#runtime/wire/advisories.ts';
import { wireBlobReader, wireBlobWriter } from '#runtime/wire/blobs.ts';
import { wireLicenseSource } from '#runtime/wire/license-source.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { buildSbom } from '@scangate/engines/sbom/build-sbom';
import { ecosystemsOf } from '@scangate/engines/sca/sca-engine';
import { scanUnit as runEngines } from '@scangate/engines/scan-unit';
import { scanUnit } from '../index.ts';
import { readUnit } from '#app/scans/workflow/read-unit.ts';
import { enrichLicenses } from '#app/scans/workflow/enrich-licenses.ts';

interface UnitRef {
  organizationId: string;
  scanId: string;
  projectUnitId: string;
}

/** What the workflow carries on of a unit; the result itself is in S3. */
export interface UnitOutcome {
  projectUnitId: string;
  failure?: Failure;
}

type Ports = PortsOf<(typeof scanUnit)['needs']>;

const scanOne = async (
  scan: Scan,
  unit: ScanUnit,
  fullName: string,
  ports: Ports,
  { now, signal }: Pick<TaskContext, 'now' | 'signal'>,
): Promise<void> => {
  const read = await readUnit(scan, unit, ports.blobs);
  try {
    const type = unit.type as UnitType;
    const scanTypes = scan.scanTypes.filter(
      (wanted) => scan.artifact !== undefined || appliesToUnit(wanted, type),
    );
    const asked = scanTypes.includes('license') ? ports.licenseSource : noLicenseSource;
    const stated = await enrichLicenses(read.inventory, asked, { now, signal });
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
      const name = resultObjectName(scan.scanId, unit.projectUnitId, part);
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
  context: TaskContext,
): Promise<UnitOutcome> => {
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

export const handler = task(
  scanUnit,
  {
    store: wireStore,
    blobs: () => ({ ...wireBlobReader(), ...wireBlobWriter() }),
    advisories: wireAdvisories,
    licenseSource: wireLicenseSource,
  },
  scanProjectUnit,
);
