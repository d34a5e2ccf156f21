import { decodeCursor, pageAnswer } from '../../../lib/contract/cursor.ts';
import { Problem } from '../../../lib/domain/problem.ts';
import type { Scan } from '../../../lib/domain/records.ts';
import type { Finding } from '../../../lib/domain/scans/finding.ts';
import { payloadExpired } from '../../../lib/domain/scans/retention.ts';
import { resultName } from '../../../lib/domain/scans/results.ts';
import { bySeverity } from '../../../lib/domain/scans/severity.ts';
import type { BlobReader } from '../../../lib/ports/blobs.ts';
import { serve } from '../../../lib/runtime/serve.ts';
import { textOf } from '../../../lib/runtime/text.ts';
import { wireReader } from '../../../lib/runtime/wire/blobs.ts';
import { wireStore } from '../../../lib/runtime/wire/store.ts';
import { endpoint } from './endpoint.ts';

type UnitFinding = Finding & { projectUnitId: string };

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
  for (const { projectUnitId, status } of scan.units) {
    if (status !== 'completed') continue;
    const { organizationId, scanId } = scan;
    const name = resultName(scanId, projectUnitId, 'findings');
    const content = await blobs.get({ area: 'results', organizationId, name });
    // A unit that completed left this object, if only an empty list.
    if (!content) throw payloadExpired(scan);
    for (const finding of JSON.parse(textOf(content)) as Finding[]) found.push({ ...finding, projectUnitId });
  }
  return found.toSorted(inOrder);
};

export const handler = serve(
  endpoint,
  { store: wireStore, blobs: wireReader },
  async ({ caller, params, query }, { store, blobs }) => {
    const { organizationId } = caller;
    const { scanId } = params;
    const from = Number(decodeCursor(query.cursor, endpoint.name, `${organizationId}/${scanId}`) ?? 0);
    const scan = await store.get('scan', { organizationId, scanId });
    if (!scan) throw new Problem('scan_not_found');
    if (!scan.verdict)
      throw new Problem('conflict', { detail: 'The scan has not ended yet.', scanStatus: scan.status });
    const findings = await readFindings(scan, blobs);
    const end = from + query.limit;
    const next = end < findings.length ? String(end) : undefined;
    const body = pageAnswer(findings.slice(from, end), next, endpoint.name, `${organizationId}/${scanId}`);
    return { status: 200, body };
  },
);
