import { statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Client } from '@scangate/client';
import { CliFailure, exitCodes } from './exit-codes.ts';
import type { ScanOutcome } from './print-scan.ts';
import type { ReportFormat, RequestedReport } from './scan-arguments.ts';
import { printableJson, printableLines, type Terminal } from './terminal.ts';

/** A report that is ready to be written. */
export interface RenderedReport extends RequestedReport {
  text: string;
}

/** What the service calls each form. */
const mediaTypes: Record<Exclude<ReportFormat, 'json'>, string> = {
  sarif: 'application/sarif+json',
  'cyclonedx-vex': 'application/vnd.cyclonedx+json; version=1.6',
  junit: 'application/junit+xml',
  markdown: 'text/markdown',
};

const bad = (message: string): CliFailure => new CliFailure(exitCodes.badInput, message);

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};

/** Nobody waits for a scan whose report has no place to go to. @throws CliFailure */
export const requireOutputDirectories = (reports: readonly RequestedReport[], directory: string): void => {
  for (const { file } of reports) {
    if (file === undefined) continue;
    const path = resolve(directory, file);
    if (isFolder(path)) throw bad(`--output: ${path} is a directory.`);
    if (!isFolder(dirname(path))) throw bad(`--output: there is no directory ${dirname(path)}.`);
  }
};

/** Has the service make them; without a verdict there are no findings and so no report, except what there is as JSON. */
export const renderReports = async (
  orders: readonly RequestedReport[],
  outcome: ScanOutcome,
  service: Client,
): Promise<RenderedReport[]> => {
  const reports: RenderedReport[] = [];
  for (const order of orders) {
    const { format } = order;
    if (format === 'json') reports.push({ ...order, text: `${printableJson(outcome)}\n` });
    else if (outcome.verdict.verdict !== null) {
      const params = { scanId: outcome.scan.scanId };
      const headers = { Accept: mediaTypes[format] };
      reports.push({ ...order, text: await service.text('list-findings', { params, headers }) });
    }
  }
  return reports;
};

/** Text on standard output writes nothing to the terminal but itself. @throws CliFailure */
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
