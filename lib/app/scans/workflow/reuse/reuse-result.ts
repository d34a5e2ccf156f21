import type { Scan, ScanUnit } from '@scangate/domain/records';
import { judgeUnit } from '@scangate/engines/judge-unit';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import { resultObjectName } from '@scangate/engines/model/results';
import { restampSbom } from '@scangate/engines/sbom/restamp-sbom';
import { decodeAssessment } from '@scangate/engines/stored-assessment';
import { loadAdvisories } from '#app/advisories/load-advisories.ts';
import { decodeUtf8 } from '#app/decode-utf8.ts';
import { storeUnitDocuments } from '#app/reports/store-unit-documents.ts';
import { loadUnitDocument } from '#app/reports/unit-documents.ts';
import type { Advisories } from '#ports/advisories.ts';
import type { BlobReader, BlobWriter } from '#ports/blobs.ts';
import { sbomSerialNumber } from '../sbom-serial-number.ts';

export interface ReusePorts {
  blobs: BlobReader<'results'> & BlobWriter<'results'>;
  advisories: Advisories;
}

/**
 * Gives an unchanged unit the result of an earlier scan, judged by the gate inputs of this scan. Afterwards it has
 * the same objects as a scanned unit. A second run writes the same objects again.
 * @throws ScanFailed; Error when the result was removed meanwhile.
 */
export const reuseResult = async (
  { organizationId, scanId, commitHash, scanTypes }: Scan,
  { projectUnitId, reusedFrom = '' }: ScanUnit,
  { gate, ports, now }: { gate: GateInputs; ports: ReusePorts; now: Date },
): Promise<void> => {
  const { blobs, advisories } = ports;
  const reused = { organizationId, scanId: reusedFrom, projectUnitId };
  const textOf = (content: Uint8Array | undefined): string => {
    if (!content) throw new Error('the result that the unit reuses is gone');
    return decodeUtf8(content);
  };
  const name = resultObjectName(reusedFrom, projectUnitId, 'assessment');
  const assessment = textOf(await blobs.get({ area: 'results', organizationId, name }));
  const assessed = decodeAssessment(assessment);
  if (!assessed) throw new Error('the result that the unit reuses is of an older format');
  const index = await loadAdvisories(assessed.inventory, advisories);
  const { findings, result } = await judgeUnit(assessed, gate, index);
  const documents = { assessment, findings: JSON.stringify(findings), result: JSON.stringify(result) };
  const unit = { organizationId, scanId, projectUnitId };
  if (!scanTypes.includes('sbom') || !assessed.scanTypes.includes('sbom'))
    return storeUnitDocuments(unit, documents, blobs);
  const stamp = { commitHash, serialNumber: sbomSerialNumber(scanId, projectUnitId), timestamp: now };
  const sbom = restampSbom(textOf(await loadUnitDocument(reused, 'sbom', blobs)), stamp);
  return storeUnitDocuments(unit, { ...documents, sbom }, blobs);
};
