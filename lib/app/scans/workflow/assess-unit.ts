import type { Inventory } from '@scangate/engines/model/component';
import { buildSbom } from '@scangate/engines/sbom/build-sbom';
import { assessUnit as assessContent } from '@scangate/engines/assess-unit';
import { judgeUnit } from '@scangate/engines/judge-unit';
import { ScanFailed } from '@scangate/engines/model/failure';
import { readsSource } from '@scangate/engines/model/scan-type';
import { encodeAssessment } from '@scangate/engines/stored-assessment';
import type { SourceArchive } from '#ports/source-archive.ts';
import { noLicenseSource } from '#ports/license-source.ts';
import type { AssessmentSources, UnitDocuments, UnitToAssess } from '#ports/unit-assessor.ts';
import { loadAdvisories } from '#app/advisories/load-advisories.ts';
import type { RunContext } from '#app/jobs/run-context.ts';
import { enrichLicenses } from './enrich-licenses.ts';
import { readUnit, type UnitContent } from './read-unit.ts';
import { sbomSerialNumber } from './sbom-serial-number.ts';

export interface AssessmentPorts extends AssessmentSources {
  sourceArchive: Pick<SourceArchive, 'unpack'>;
}

/** Runs the engines that read files and adds licenses that no file states. */
const assess = async (
  {
    scan,
    unit,
    gate,
    scanTypes,
    hasOtherUnits = false,
    lineKey,
    content,
  }: UnitToAssess & { content: UnitContent },
  ports: AssessmentPorts,
  context: RunContext,
) => {
  const { projectUnitId, path, type } = unit;
  if (gate.policy.customRules && !gate.customRules && scanTypes.some(readsSource))
    throw new ScanFailed('system_error', 'The rules of the organization are missing.');
  const source = scanTypes.includes('license') ? ports.licenseSource : noLicenseSource;
  const licenses = { data: ports.licenseData, source };
  const enriched = await enrichLicenses(content.inventory, licenses, context);
  return assessContent(
    { projectUnitId, scanTypes, fullScope: scan.fullScope, hasOtherUnits, skipped: content.skipped },
    {
      unit: { path, type },
      files: content.files,
      inventory: enriched.inventory,
      licenseGaps: enriched.gaps,
      lineKey,
      customRules: gate.customRules,
      ...(ports.secretVerifier && { verifier: ports.secretVerifier }),
    },
  );
};

const sbomOf = ({ scan, unit, fullName }: UnitToAssess, inventory: Inventory, timestamp: Date): string => {
  const { projectUnitId, path, type } = unit;
  return buildSbom({
    inventory,
    unit: { path, type, name: path === '' ? fullName : path },
    repository: { fullName },
    commitHash: scan.commitHash,
    serialNumber: sbomSerialNumber(scan.scanId, projectUnitId),
    timestamp,
  });
};

/**
 * Parses the bytes of a unit, runs its engines and judges the findings. It runs in a sandbox, because all of these
 * bytes are untrusted (docs/adr/0030-isolation.md).
 * @throws ScanFailed
 */
export const assessUnit = async (
  unit: UnitToAssess,
  ports: AssessmentPorts,
  context: RunContext,
): Promise<UnitDocuments> => {
  const content = await readUnit(unit, ports);
  try {
    const assessed = await assess({ ...unit, content }, ports, context);
    const { inventory } = assessed;
    const advisories = await loadAdvisories(inventory, ports.advisories);
    const { findings, result } = await judgeUnit(assessed, unit.gate, advisories);
    return {
      ...(unit.scanTypes.includes('sbom') && { sbom: sbomOf(unit, inventory, context.now) }),
      findings: JSON.stringify(findings),
      result: JSON.stringify(result),
      assessment: encodeAssessment(assessed),
    };
  } finally {
    content.close();
  }
};
