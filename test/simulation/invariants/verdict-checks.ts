import { isDeepStrictEqual } from 'node:util';
import { s3BlobReader } from '#adapters/s3/blobs.ts';
import { loadAdvisories } from '#app/advisories/load-advisories.ts';
import { loadAssessment, loadGateInputs, loadResults } from '#app/verdict/load-judged-scan.ts';
import { gatherEvidence } from '#app/evidence/gather-evidence.ts';
import { joinUnitDocuments, loadEvidence, loadUnitDocument, unitKey } from '#app/reports/unit-documents.ts';
import { completedUnits } from '#app/reports/stored-findings.ts';
import { s3Location } from '#runtime/wire/objects/s3-location.ts';
import type { MemoryStore } from '#adapters/memory/store.ts';
import type { BlobReader } from '#ports/blobs.ts';
import { isPayloadExpired } from '@scangate/domain/scans/payload-retention';
import type { Scan, ScanUnit } from '@scangate/domain/records';
import { producesSbom } from '@scangate/domain/scans/scan-scope';
import { assembleVerdict } from '@scangate/domain/verdict/assemble-verdict';
import { judgeUnit } from '@scangate/engines/judge-unit';
import { sha256 } from '@scangate/engines/model/digest';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { UnitResult } from '@scangate/engines/model/results';
import type { World } from '../start/world.ts';
import type { KeptSnapshots } from './advisories/kept-snapshots.ts';
import type { Report } from './violation.ts';

interface Judging {
  blobs: BlobReader;
  snapshots: KeptSnapshots;
  report: Report;
}

/** Judges a unit once more from what is stored, and compares what it says byte by byte. */
const checkUnit = async (
  scan: Scan,
  { unit, result, gate }: { unit: ScanUnit; result: UnitResult; gate: GateInputs },
  { blobs, snapshots, report }: Judging,
): Promise<void> => {
  const { organizationId, scanId } = scan;
  const assessed = await loadAssessment(scan, unit, blobs);
  const index = await loadAdvisories(assessed.inventory, snapshots.at(result.advisorySnapshot.id));
  const again = await judgeUnit(assessed, gate, index);
  const { projectUnitId } = unit;
  const ref = { organizationId, scanId, projectUnitId };
  const stored = await blobs.get(unitKey(ref, 'findings'));
  const sbom = await loadUnitDocument(ref, 'sbom', blobs);
  const bytes = joinUnitDocuments({
    findings: JSON.stringify(again.findings),
    result: JSON.stringify(again.result),
    ...(sbom && { sbom }),
  });
  if (!stored || !Buffer.from(stored).equals(Buffer.from(bytes)))
    report('pure', `${scanId} ${projectUnitId} is judged otherwise once more`);
  if (!sbom && producesSbom(scan, unit)) report('pure', `${scanId} ${projectUnitId} has no SBOM`);
};

/** Compares the evidence that is read of a scan with that by which its verdict is signed. */
const checkEvidence = async (scan: Scan, { blobs, report }: Judging): Promise<void> => {
  for (const [name, digest] of Object.entries(await gatherEvidence(scan, { isFirst: true }, blobs))) {
    const content = (await loadEvidence(scan, name, blobs)) ?? '';
    if (sha256(content) !== digest)
      report('pure', `${scan.scanId} ${name} is read otherwise than it is signed`);
  }
};

const checkScan = async (scan: Scan, judging: Judging): Promise<void> => {
  const { blobs, report } = judging;
  const gate = await loadGateInputs(scan, blobs);
  const results = await loadResults(scan, blobs);
  for (const unit of completedUnits(scan)) {
    const result = results.find(({ projectUnitId }) => projectUnitId === unit.projectUnitId);
    if (result) await checkUnit(scan, { unit, result, gate }, judging);
  }
  await checkEvidence(scan, judging);
  if (!isDeepStrictEqual(assembleVerdict(scan, results, gate), scan.verdict))
    report('pure', `the verdict of ${scan.scanId} is another one once more`);
};

/**
 * A verdict follows from its stored inputs alone: what was found, advisories, policy, waivers and suppressions. Each scan
 * that passed or failed is judged once more from them.
 * @returns the number of scans that were.
 */
export const checkVerdicts = async (
  { world, store, snapshots }: { world: World; store: MemoryStore; snapshots: KeptSnapshots },
  report: Report,
): Promise<number> => {
  const blobs = s3BlobReader({ ...s3Location(), client: world.cloud.direct as never });
  const judged = store.all('scan').filter(({ status }) => status === 'completed');
  let count = 0;
  for (const scan of judged)
    try {
      await checkScan(scan, { blobs, snapshots, report });
      count += 1;
    } catch (error) {
      if (!isPayloadExpired(error)) throw error;
    }
  if (judged.length > 0 && count === 0)
    report('compared', `none of ${judged.length} scans was judged once more`);
  return count;
};
