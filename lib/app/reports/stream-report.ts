import type { Scan } from '@scangate/domain/records';
import type { ReportWriter } from '@scangate/domain/reports/report-writer';
import type { BlobReader } from '#ports/blobs.ts';
import { completedUnits, loadFindings } from './stored-findings.ts';

/** Characters that are sent at once; a finding at a time would be many small writes. */
const pieceLength = 64 * 1024;

/** The report in pieces. One unit's findings are in memory at a time, however many units there are. */
export async function* streamReport(
  scan: Scan,
  report: ReportWriter,
  blobs: BlobReader<'results'>,
): AsyncGenerator<string> {
  let piece = report.head();
  for (const unit of completedUnits(scan)) {
    for (const part of report.unit(unit, await loadFindings(scan, unit, blobs))) {
      piece += part;
      if (piece.length < pieceLength) continue;
      yield piece;
      piece = '';
    }
  }
  for (const part of report.tail()) piece += part;
  yield piece;
}
