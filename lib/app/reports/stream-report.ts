import { reportFormats, type ReportType } from '@scangate/domain/reports/report-formats';
import type { ReportWriter, ReportWriterFactory } from '@scangate/domain/reports/report-writer';
import type { Scan } from '@scangate/domain/records';
import type { BlobReader } from '#ports/blobs.ts';
import type { Store } from '#ports/store.ts';
import { loadPolicy } from '../policy/load-policy.ts';
import type { EndedScan } from '../scans/load-scan.ts';
import { assertFindingsStored, completedUnits, loadFindings } from './stored-findings.ts';

/** The number of characters per write; one write per finding would be many small ones. */
const chunkLength = 64 * 1024;

/** Yields the text of a report. It holds the findings of one unit in memory, however many units there are. */
async function* reportChunks(
  scan: Scan,
  report: ReportWriter,
  blobs: BlobReader<'results'>,
): AsyncGenerator<string> {
  let chunk = report.head();
  for (const unit of completedUnits(scan)) {
    for (const part of report.unit(unit, await loadFindings(scan, unit, blobs))) {
      chunk += part;
      if (chunk.length < chunkLength) continue;
      yield chunk;
      chunk = '';
    }
  }
  for (const part of report.tail()) chunk += part;
  yield chunk;
}

interface ReportPorts {
  store: Pick<Store<'repository' | 'policy'>, 'get'>;
  blobs: BlobReader<'results'>;
}

/**
 * Streams a report of a whole scan. Everything that can be refused is checked before the first chunk; findings that
 * are lost later break off the stream.
 * @throws Problem payload_expired
 */
export const writeReport = async (
  scan: EndedScan,
  report: ReportWriterFactory,
  { store, blobs }: ReportPorts,
): Promise<AsyncGenerator<string>> => {
  const { organizationId, repositoryId } = scan;
  const repository = await store.get('repository', { organizationId, repositoryId });
  const { fullName = repositoryId, url = '' } = repository ?? {};
  const policy = await loadPolicy(store, scan);
  await assertFindingsStored(scan, blobs);
  return reportChunks(scan, report({ scan, policy, repository: { fullName, url } }), blobs);
};

/** Streams a report in one of the formats of the API. @throws Problem payload_expired */
export const streamReport = (
  scan: EndedScan,
  type: ReportType,
  ports: ReportPorts,
): Promise<AsyncGenerator<string>> => writeReport(scan, reportFormats[type], ports);
