import { storedJson } from '#app/stored-json.ts';
import { evidenceFolder, proofPaths } from '@scangate/domain/evidence/manifest';
import { requireProofSize } from '@scangate/domain/evidence/proof-size';
import { payloadExpiredProblem } from '@scangate/domain/scans/payload-retention';
import { Problem } from '@scangate/domain/problem';
import { htmlReport } from '@scangate/domain/reports/html/html';
import { reportFormats } from '@scangate/domain/reports/report-formats';
import type { ReportWriterFactory } from '@scangate/domain/reports/report-writer';
import { gatePayloadView, scanStateView } from '@scangate/domain/scans/scan-views';
import { canonicalJson } from '@scangate/engines/model/digest';
import { spdxDocument } from '@scangate/engines/sbom/spdx-document';
import { withManifest, type signedFiles } from '#app/archives/evidence-archive.ts';
import type { ArchiveFile } from '#app/archives/zip-archive.ts';
import { loadPolicy } from '#app/policy/load-policy.ts';
import { compareUnitFindings } from '@scangate/domain/reports/listing/unit-findings';
import { loadAllFindings } from '#app/reports/stored-findings.ts';
import { loadEvidence } from '#app/reports/unit-documents.ts';
import { loadSbom } from '#app/reports/load-sbom.ts';
import { writeReport } from '#app/reports/stream-report.ts';
import { describeScan } from '#app/scans/pipeline-statements.ts';
import type { EndedScan } from '#app/scans/load-scan.ts';
import { findGate } from '#app/scans/workflow/gate-of-scan.ts';
import type { BlobReader } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';
import { proofReadme } from './proof-readme.ts';
import { readBlobsOnce, readRecordsOnce } from './read-once.ts';

export interface ProofPorts {
  store: Pick<Store<'repository' | 'policy'>, 'get'>;
  blobs: BlobReader<'results' | 'pipelines'>;
}

/** The signed part of a proof: the files with envelope and key set, and the names of the evidence. */
export interface ProofOfVerdict {
  signed: ReturnType<typeof signedFiles>;
  evidence: readonly string[];
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

/** The reports, and the policy, by the writers of the API. */
const reportsOf: Readonly<Record<string, ReportWriterFactory>> = {
  'findings.sarif': reportFormats['application/sarif+json'],
  'report.md': reportFormats['text/markdown; charset=utf-8'],
  'vex.cdx.json': reportFormats['application/vnd.cyclonedx+json; version=1.6'],
};

const textOf = async (chunks: AsyncIterable<string>): Promise<string> =>
  (await Array.fromAsync(chunks)).join('');

/** The SBOM in both formats; none when the scan made none. */
const sbomFiles = async (scan: EndedScan, ports: ProofPorts): Promise<Record<string, string>> => {
  try {
    const text = await loadSbom(scan, undefined, ports);
    const spdx = [...spdxDocument(storedJson<object>(text))].join('');
    return { 'sbom.cdx.json': text, 'sbom.spdx.json': spdx };
  } catch (error) {
    if (error instanceof Problem && error.code === 'sbom_not_found') return {};
    throw error;
  }
};

const verdictText = async (scan: EndedScan, { store, blobs }: ProofPorts): Promise<string> => {
  const { organizationId, repositoryId } = scan;
  const repository = await store.get('repository', { organizationId, repositoryId });
  const { projectUnits: _units, ...verdict } = gatePayloadView(scan, 0);
  const state = scanStateView(await describeScan(scan, blobs));
  return pretty({ repository: repository?.fullName ?? repositoryId, ...state, ...verdict });
};

const waiversText = async (scan: EndedScan, { blobs }: ProofPorts): Promise<string> => {
  const gate = await findGate(scan, blobs);
  if (!gate) throw payloadExpiredProblem(scan);
  const { waivers, suppressions } = gate;
  return pretty({ judgedAt: gate.judgedAt, waivers, suppressions });
};

const derivedTexts = async (scan: EndedScan, ports: ProofPorts): Promise<Record<string, string>> => {
  const items = (await loadAllFindings(scan, ports.blobs)).toSorted(compareUnitFindings);
  const texts: Record<string, string> = { 'findings.json': pretty({ items }) };
  for (const [path, report] of Object.entries(reportsOf))
    texts[path] = await textOf(await writeReport(scan, report, ports));
  return {
    'report.html': await textOf(await writeReport(scan, htmlReport, ports)),
    ...texts,
    ...(await sbomFiles(scan, ports)),
    'verdict.json': await verdictText(scan, ports),
    'waivers.json': await waiversText(scan, ports),
    'policy.json': canonicalJson(await loadPolicy(ports.store, scan)),
    'coverage.json': canonicalJson(scan.verdict.coverage),
  };
};

const evidenceFiles = async (
  scan: EndedScan,
  names: readonly string[],
  { blobs }: ProofPorts,
): Promise<ArchiveFile[]> => {
  const files: ArchiveFile[] = [];
  for (const name of names) {
    const content = await loadEvidence(scan, name, blobs);
    if (!content) throw payloadExpiredProblem(scan);
    files.push({ path: `${evidenceFolder}${name}`, content: Buffer.from(content) });
  }
  return files;
};

/**
 * Makes the files of a proof, all of them before the first byte of the archive. Each object and each record is read
 * once. The same scan gives the same files.
 * @throws Problem payload_expired or proof_too_large
 */
export const proofFiles = async (
  scan: EndedScan,
  { signed, evidence }: ProofOfVerdict,
  from: ProofPorts,
): Promise<ArchiveFile[]> => {
  const ports = { store: readRecordsOnce(from.store), blobs: readBlobsOnce(from.blobs) };
  const texts: Readonly<Record<string, string>> = {
    'readme.txt': proofReadme,
    ...signed,
    ...(await derivedTexts(scan, ports)),
  };
  const files = proofPaths.flatMap((path): ArchiveFile[] => {
    const text = texts[path];
    return text === undefined ? [] : [{ path, content: Buffer.from(text) }];
  });
  files.push(...(await evidenceFiles(scan, evidence, ports)));
  const { organizationId, scanId: subject } = scan;
  const all = withManifest({ kind: 'proof', organizationId, subject }, files);
  requireProofSize(all.reduce((bytes, { content }) => bytes + content.length, 0));
  return all;
};
