import type { Scan } from '../../../lib/domain/records.ts';
import type { Report } from '../../../lib/domain/reports/report.ts';
import type { BlobReader } from '../../../lib/ports/blobs.ts';
import { completedUnits, findingsOf } from './stored-findings.ts';

/** Characters that are sent at once; a finding at a time would be many small writes. */
const pieceLength = 64 * 1024;

/** The report in pieces. One unit's findings are in memory at a time, however many units there are. */
export async function* writeReport(
  scan: Scan,
  report: Report,
  blobs: BlobReader<'results'>,
): AsyncGenerator<string> {
  let piece = report.head();
  for (const unit of completedUnits(scan)) {
    for (const part of report.unit(unit, await findingsOf(scan, unit, blobs))) {
      piece += part;
      if (piece.length < pieceLength) continue;
      yield piece;
      piece = '';
    }
  }
  for (const part of report.tail()) piece += part;
  yield piece;
}
