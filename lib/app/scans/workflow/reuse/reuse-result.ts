import type { Scan, ScanUnit } from '@scangate/domain/records';
import { judgeUnit } from '@scangate/engines/judge-unit';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import { resultObjectName, type resultParts } from '@scangate/engines/model/results';
import { restampSbom } from '@scangate/engines/sbom/restamp-sbom';
import { decodeAssessment } from '@scangate/engines/stored-assessment';
import { loadAdvisories } from '#app/advisories/load-advisories.ts';
import { decodeUtf8 } from '#app/decode-utf8.ts';
import { joinUnitDocuments } from '#app/reports/unit-documents.ts';
import type { Advisories } from '#ports/advisories.ts';
import type { BlobReader, BlobWriter } from '#ports/blobs.ts';
import { sbomSerialNumber } from '../sbom-serial-number.ts';

export interface ReusePorts {
  blobs: BlobReader<'results'> & BlobWriter<'results'>;
  advisories: Advisories;
}

type Part = (typeof resultParts)[number];

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
  const read = async (part: Part): Promise<string> => {
    const name = resultObjectName(reusedFrom, projectUnitId, part);
    const content = await blobs.get({ area: 'results', organizationId, name });
    if (!content) throw new Error('the result that the unit reuses is gone');
    return decodeUtf8(content);
  };
  const put = async (part: Part, body: Uint8Array | string): Promise<void> => {
    const name = resultObjectName(scanId, projectUnitId, part);
    await blobs.put({ area: 'results', organizationId, name }, body, 'application/json');
  };
  const assessment = await read('assessment');
  const assessed = decodeAssessment(assessment);
  if (!assessed) throw new Error('the result that the unit reuses is of an older format');
  const index = await loadAdvisories(assessed.inventory, advisories);
  const { findings, result } = await judgeUnit(assessed, gate, index);
  await put('assessment', assessment);
  if (scanTypes.includes('sbom') && assessed.scanTypes.includes('sbom')) {
    const stamp = {
      commitHash,
      serialNumber: sbomSerialNumber(scanId, projectUnitId),
      timestamp: now,
    };
    await put('sbom', restampSbom(await read('sbom'), stamp));
  }
  // The findings with the result come last: a unit that has them is complete.
  const documents = { findings: JSON.stringify(findings), result: JSON.stringify(result) };
  await put('findings', joinUnitDocuments(documents));
};
