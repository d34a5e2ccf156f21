import type { Scan } from '@scangate/domain/records';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import type { FinishedScan, ScanOutcome } from './scan-outcome.ts';
import { printableJson } from '../output/terminal.ts';
import { reportMediaTypes, type ReportName } from '@scangate/domain/reports/report-names';
import { isSbom } from '../scan/report-formats.ts';
import { sbomReport } from './sbom-report.ts';
import type { RenderedReport, RequestedReport } from '../scan/requested-reports.ts';

type EndedScan = Scan & { verdict: Verdict };
const hasVerdict = (record: Scan): record is EndedScan => record.verdict !== undefined;

const renderReport = async (
  format: ReportName,
  record: EndedScan,
  { repository, policy, findingsByUnit }: FinishedScan,
): Promise<string> => {
  const { reportFormats } = await import('@scangate/domain/reports/report-formats');
  const writer = reportFormats[reportMediaTypes[format]]({ scan: record, policy, repository });
  const units = record.units.filter(({ status }) => status === 'completed');
  const parts = units.flatMap((unit) => [...writer.unit(unit, findingsByUnit.get(unit.projectUnitId) ?? [])]);
  return [writer.head(), ...parts, ...writer.tail()].join('');
};

/** Renders the requested reports. Without a verdict there is only the JSON report. */
export const renderReports = async (
  requested: readonly RequestedReport[],
  outcome: ScanOutcome,
  finished: FinishedScan,
): Promise<RenderedReport[]> => {
  const { record } = finished;
  const reports: RenderedReport[] = [];
  for (const report of requested) {
    const { format } = report;
    if (format === 'json') reports.push({ ...report, text: `${printableJson(outcome)}\n` });
    else if (isSbom(format) && hasVerdict(record))
      reports.push({ ...report, text: await sbomReport(format, finished) });
    else if (!isSbom(format) && hasVerdict(record))
      reports.push({ ...report, text: await renderReport(format, record, finished) });
  }
  return reports;
};
