import type { Inventory } from '@scangate/engines/model/component';
import { sbomPieces } from '@scangate/engines/sbom/build-sbom';
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

const sbomOf = (
  { scan, unit, fullName }: UnitToAssess,
  inventory: Inventory,
  timestamp: Date,
): Iterable<string> => {
  const { projectUnitId, path, type } = unit;
  return sbomPieces({
    inventory,
    unit: { path, type, name: path === '' ? fullName : path },
    repository: { fullName },
    commitHash: scan.commitHash,
    serialNumber: sbomSerialNumber(scan.scanId, projectUnitId),
    timestamp,
  });
};

/** Receives a part of a document of a unit as soon as it is written. Those of one document follow each other. */
export type Emit = (part: keyof UnitDocuments, text: string) => void;

/**
 * Parses the bytes of a unit, runs its engines and judges the findings. It runs in a sandbox, because all of these
 * bytes are untrusted (docs/adr/0030-isolation.md). Each document is emitted before the next one is written, since each
 * may be as long as the unit's files.
 * @throws ScanFailed
 */
export const emitAssessment = async (
  unit: UnitToAssess,
  ports: AssessmentPorts,
  { emit, ...context }: RunContext & { emit: Emit },
): Promise<void> => {
  const content = await readUnit(unit, ports);
  try {
    const assessed = await assess({ ...unit, content }, ports, context);
    const { inventory } = assessed;
    const advisories = await loadAdvisories(inventory, ports.advisories);
    const { findings, result } = await judgeUnit(assessed, unit.gate, advisories);
    emit('findings', JSON.stringify(findings));
    emit('result', JSON.stringify(result));
    emit('assessment', encodeAssessment(assessed));
    if (unit.scanTypes.includes('sbom'))
      for (const piece of sbomOf(unit, inventory, context.now)) emit('sbom', piece);
  } finally {
    content.close();
  }
};

/** Assesses a unit as `emitAssessment` does, and returns its documents. @throws ScanFailed */
export const assessUnit = async (
  unit: UnitToAssess,
  ports: AssessmentPorts,
  context: RunContext,
): Promise<UnitDocuments> => {
  const documents: Partial<Record<keyof UnitDocuments, string>> = {};
  await emitAssessment(unit, ports, {
    ...context,
    emit: (part, text) => {
      documents[part] = (documents[part] ?? '') + text;
    },
  });
  const { findings, result, assessment, sbom } = documents;
  if (findings === undefined || result === undefined || assessment === undefined)
    throw new Error('a document is missing');
  return { findings, result, assessment, ...(sbom !== undefined && { sbom }) };
};
