import { Readable } from 'node:stream';
import { decodeCursor, pageAnswer } from '../../../lib/contract/cursor.ts';
import { Problem } from '../../../lib/domain/problem.ts';
import type { Scan } from '../../../lib/domain/records.ts';
import { reportFormats, reportTypes, type ReportType } from '../../../lib/domain/reports/report-formats.ts';
import type { Finding } from '../../../lib/domain/scans/finding.ts';
import { bySeverity } from '../../../lib/domain/scans/severity.ts';
import type { Verdict } from '../../../lib/domain/scans/verdict.ts';
import type { BlobReader } from '../../../lib/ports/blobs.ts';
import { acceptedType } from '../../../lib/runtime/accept.ts';
import { serve, type PortsFor } from '../../../lib/runtime/serve.ts';
import { wireReader } from '../../../lib/runtime/wire/blobs.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';
import { completedUnits, findingsOf, requireFindings } from './stored-findings.ts';
import { writeReport } from './write-report.ts';

type UnitFinding = Finding & { projectUnitId: string };
type EndedScan = Scan & { verdict: Verdict };

const hasEnded = (scan: Scan): scan is EndedScan => scan.verdict !== undefined;

/** Most severe first, then by fingerprint: an order that does not depend on how units finished. */
const inOrder = (a: UnitFinding, b: UnitFinding): number =>
  bySeverity(a.severity, b.severity) ||
  (a.fingerprint < b.fingerprint
    ? -1
    : a.fingerprint > b.fingerprint
      ? 1
      : a.projectUnitId < b.projectUnitId
        ? -1
        : 1);

const readFindings = async (scan: Scan, blobs: BlobReader<'results'>): Promise<UnitFinding[]> => {
  const found: UnitFinding[] = [];
  for (const unit of completedUnits(scan)) {
    const { projectUnitId } = unit;
    for (const finding of await findingsOf(scan, unit, blobs)) found.push({ ...finding, projectUnitId });
  }
  return found.toSorted(inOrder);
};

/** Every refusal comes before the first byte of a report. */
const reportAnswer = async (
  scan: EndedScan,
  type: ReportType,
  { store, blobs }: PortsFor<typeof endpoint>,
): Promise<{ headers: Record<string, string>; stream: Readable }> => {
  const { organizationId, repositoryId } = scan;
  const repository = await store.get('repository', { organizationId, repositoryId });
  const { fullName = repositoryId, url = '' } = repository ?? {};
  await requireFindings(scan, blobs);
  const report = reportFormats[type]({ scan, repository: { fullName, url } });
  return {
    headers: { 'Content-Type': type, Vary: 'Accept' },
    stream: Readable.from(writeReport(scan, report, blobs), { objectMode: false }),
  };
};

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireReader },
  async ({ caller: { organizationId }, params: { scanId }, query, headers }, ports) => {
    const type = acceptedType(headers['accept'], ['application/json', ...reportTypes]);
    const place = `${organizationId}/${scanId}`;
    const from = Number(decodeCursor(query.cursor, endpoint.name, place) ?? 0);
    const scan = await ports.store.get('scan', { organizationId, scanId });
    if (!scan) throw new Problem('scan_not_found');
    if (!hasEnded(scan))
      throw new Problem('conflict', { detail: 'The scan has not ended yet.', scanStatus: scan.status });
    if (type !== 'application/json') return { status: 200, ...(await reportAnswer(scan, type, ports)) };
    const findings = await readFindings(scan, ports.blobs);
    const end = from + query.limit;
    const next = end < findings.length ? String(end) : undefined;
    const page = pageAnswer(findings.slice(from, end), next, endpoint.name, place);
    const body = { ...page, coverage: scan.verdict.coverage };
    const vary: Record<string, string> = { Vary: 'Accept' };
    return { status: 200, headers: vary, body };
  },
);
