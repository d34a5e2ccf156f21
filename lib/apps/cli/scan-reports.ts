import { statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Scan } from '@scangate/domain/records';
import type { ReportType } from '@scangate/domain/reports/report-formats';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import { CliFailure, exitCodes } from './exit-codes.ts';
import type { FinishedScan, ScanOutcome } from './scan-outcome.ts';
import type { ReportFormat, RequestedReport } from './scan-arguments.ts';
import { printableJson, printableLines, type Terminal } from './output/terminal.ts';

/** A report that is ready to be written. */
export interface RenderedReport extends RequestedReport {
  text: string;
}

/** The media types of the report formats. */
const mediaTypes = {
  sarif: 'application/sarif+json',
  'cyclonedx-vex': 'application/vnd.cyclonedx+json; version=1.6',
  junit: 'application/junit+xml',
  markdown: 'text/markdown; charset=utf-8',
} as const satisfies Record<Exclude<ReportFormat, 'json'>, ReportType>;

const bad = (message: string): CliFailure => new CliFailure(exitCodes.badInput, message);

const isDirectory = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

/** Checks before the scan that every report can be written. @throws CliFailure */
export const requireOutputDirectories = (reports: readonly RequestedReport[], directory: string): void => {
  for (const { file } of reports) {
    if (file === undefined) continue;
    const path = resolve(directory, file);
    if (isDirectory(path)) throw bad(`--output: ${path} is a directory.`);
    if (!isDirectory(dirname(path))) throw bad(`--output: there is no directory ${dirname(path)}.`);
  }
};

type EndedScan = Scan & { verdict: Verdict };
const hasVerdict = (record: Scan): record is EndedScan => record.verdict !== undefined;

const renderReport = async (
  format: Exclude<ReportFormat, 'json'>,
  record: EndedScan,
  { repository, policy, findingsByUnit }: FinishedScan,
): Promise<string> => {
  const { reportFormats } = await import('@scangate/domain/reports/report-formats');
  const writer = reportFormats[mediaTypes[format]]({ scan: record, policy, repository });
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
    else if (hasVerdict(record))
      reports.push({ ...report, text: await renderReport(format, record, finished) });
  }
  return reports;
};

/** Writes reports to their files or, with escapes, to standard output. @throws CliFailure */
export const writeReports = (
  reports: readonly RenderedReport[],
  directory: string,
  terminal: Terminal,
): void => {
  for (const { format, file, text } of reports) {
    if (file === undefined) {
      terminal.out(printableLines(text));
      continue;
    }
    try {
      writeFileSync(resolve(directory, file), text);
    } catch (error) {
      throw bad(`The ${format} report cannot be written: ${(error as Error).message}`);
    }
  }
};
