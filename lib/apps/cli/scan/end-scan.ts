import type { BodyOfResponse, Client, Finding, VerdictPayload } from '@scangate/client';
import { reportMediaTypes } from '@scangate/domain/reports/report-names';
import type { CommandContext } from '../commands/command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printResult } from '../output/print-result.ts';
import { printable, printableJson } from '../output/terminal.ts';
import { decideExit, type Exit } from './decide-exit.ts';
import { sbomMediaTypes, type ReportFormat } from './report-formats.ts';
import { requestedReports, writeReports, type RenderedReport } from './requested-reports.ts';
import type { waitFlags } from './scan-flags.ts';
import { waitAgain } from './wait-for-scan.ts';

/** A scan that is no longer waited for. */
export interface EndedScan {
  client: Client;
  scan?: BodyOfResponse<'create-scan'>;
  verdict: VerdictPayload;
}

interface Listed {
  findings: Finding[];
  /** Whether the service has more. */
  hasMore: boolean;
}

/** The maximum of one request. */
const limit = 100;

const listFindings = async ({ client, verdict }: EndedScan, signal: AbortSignal): Promise<Listed> => {
  if (verdict.verdict === null) return { findings: [], hasMore: false };
  const { scanId } = verdict;
  const { body } = await client.call('list-findings', { params: { scanId }, query: { limit }, signal });
  return { findings: body.items, hasMore: body.nextCursor !== undefined };
};

const fetchReport = async (
  format: Exclude<ReportFormat, 'json'>,
  { client, verdict: { scanId } }: EndedScan,
  signal: AbortSignal,
): Promise<string> => {
  if (format === 'cyclonedx' || format === 'spdx') {
    const headers = { Accept: sbomMediaTypes[format] };
    return client.text('get-sbom', { params: { scanId }, headers, signal });
  }
  const headers = { Accept: reportMediaTypes[format] };
  return client.text('list-findings', { params: { scanId }, headers, signal });
};

/** The document of `--json`. It contains the verdict as the service returned it. */
const jsonOf = ({ scan, verdict }: EndedScan, { findings, hasMore }: Listed, exit: Exit): string => {
  const { code, because, message } = exit;
  const document = { scan, verdict, findings, hasMore, exit: { code, because, message } };
  return `${printableJson(document)}\n`;
};

/** Shows the verdict with findings, coverage and reports. @returns how the process ends. */
export const endScan = async (
  ended: EndedScan,
  context: CommandContext<typeof waitFlags>,
): Promise<ExitCode> => {
  const { flags, terminal, directory, interrupted: signal } = context;
  const { verdict } = ended;
  const requested = requestedReports(flags);
  const exit = decideExit(verdict, { gate: flags.gate, failOn: flags['fail-on'], isFetched: true });
  const listed = await listFindings(ended, signal);
  const reports: RenderedReport[] = [];
  for (const report of requested) {
    const { format } = report;
    if (format === 'json') reports.push({ ...report, text: jsonOf(ended, listed, exit) });
    else if (verdict.verdict !== null)
      reports.push({ ...report, text: await fetchReport(format, ended, signal) });
  }
  if (reports.every(({ file }) => file !== undefined))
    terminal.out(printResult({ ...ended, ...listed, gate: flags.gate ?? 'api' }, terminal));
  if (reports.length < requested.length) terminal.log('There is no verdict, so no report was written.');
  if (verdict.verdict === null) terminal.log(waitAgain(verdict.scanId));
  if (exit.message !== undefined) terminal.log(printable(exit.message));
  writeReports(reports, directory, terminal);
  return exit.code;
};
