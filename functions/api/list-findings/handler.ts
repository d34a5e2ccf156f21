import { Readable } from 'node:stream';
import { decodeCursor, pageResponse } from '#contract/cursor.ts';
import { Problem } from '@scangate/domain/problem';
import type { Scan } from '@scangate/domain/records';
import { reportFormats, reportTypes, type ReportType } from '@scangate/domain/reports/report-formats';
import { compareUnitFindings, type UnitFinding } from '@scangate/domain/reports/unit-findings';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import type { BlobReader } from '#ports/blobs.ts';
import { negotiateMediaType } from '#runtime/content-negotiation.ts';
import { serve, type PortsFor } from '#runtime/serve.ts';
import { wireBlobReader } from '#runtime/wire/blobs.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';
import { completedUnits, loadFindings, assertFindingsStored } from '#app/reports/stored-findings.ts';
import { streamReport } from '#app/reports/stream-report.ts';

type EndedScan = Scan & { verdict: Verdict };

const hasEnded = (scan: Scan): scan is EndedScan => scan.verdict !== undefined;

const readFindings = async (scan: Scan, blobs: BlobReader<'results'>): Promise<UnitFinding[]> => {
  const found: UnitFinding[] = [];
  for (const unit of completedUnits(scan)) {
    const { projectUnitId } = unit;
    for (const finding of await loadFindings(scan, unit, blobs)) found.push({ ...finding, projectUnitId });
  }
  return found.toSorted(compareUnitFindings);
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
  await assertFindingsStored(scan, blobs);
  const report = reportFormats[type]({ scan, repository: { fullName, url } });
  return {
    headers: { 'Content-Type': type, Vary: 'Accept' },
    stream: Readable.from(streamReport(scan, report, blobs), { objectMode: false }),
  };
};

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireBlobReader },
  async ({ caller: { organizationId }, params: { scanId }, query, headers }, ports) => {
    const type = negotiateMediaType(headers['accept'], ['application/json', ...reportTypes]);
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
    const page = pageResponse(findings.slice(from, end), next, endpoint.name, place);
    const body = { ...page, coverage: scan.verdict.coverage };
    const vary: Record<string, string> = { Vary: 'Accept' };
    return { status: 200, headers: vary, body };
  },
);
