import { createClient, type Client, type Finding, type GatePayload } from '@scangate/client';
import { CliFailure, exitCodes, describeFailure, type ExitCode } from './exit-codes.ts';
import { printScan, type AdvisoriesUsed, type ScanOutcome } from './print-scan.ts';
import type { EphemeralCloud } from './ephemeral-cloud.ts';
import { parseScanArguments, scanHelp, type ScanArguments } from './scan-arguments.ts';
import { parseTarget, type ScanTarget } from './scan-target.ts';
import {
  renderReports,
  requireOutputDirectories,
  writeReports,
  type RenderedReport,
} from './scan-reports.ts';
import { printable, type Terminal } from './terminal.ts';

/** What a command is handed by `bin/cli.ts`. */
export interface ScanDependencies {
  terminal: Terminal;
  startCloud: () => Promise<EphemeralCloud>;
  newKey: () => string;
  /** Where relative paths start. */
  directory: string;
  /** Aborted when somebody asks to stop. */
  signal: AbortSignal;
}

interface Setup {
  cloud: EphemeralCloud;
  owner: Client;
  service: Client;
  note: (text: string) => void;
}

const loadAdvisories = async (order: ScanArguments, { cloud, note }: Setup): Promise<AdvisoriesUsed> => {
  const builtIn = order.advisories.length === 0;
  note(
    builtIn
      ? 'Only the small built-in advisories are used; give real ones with --advisories.'
      : 'Reading advisories …',
  );
  const told = (count: number) => builtIn || note(`… ${count} advisories`);
  const report = await cloud.importAdvisories(order.advisories, told);
  if (!report.switched) {
    throw new CliFailure(
      exitCodes.badInput,
      `No advisories were read: ${report.failure ?? 'nothing to read'}.`,
    );
  }
  for (const { name, reason } of report.badRecords) note(`Not read: ${name}: ${reason}`);
  const records = report.shards.reduce((sum, shard) => sum + shard.records, 0);
  const ecosystems = report.shards.map(({ ecosystem }) => ecosystem);
  return { builtIn, records, ecosystems, unreadable: report.records.bad };
};

const setThreshold = async ({ threshold }: ScanArguments, { owner }: Setup): Promise<void> => {
  if (threshold === undefined) return;
  const { headers } = await owner.call('get-gate');
  const body = { apiGateSeverityThreshold: threshold };
  await owner.call('change-gate', { body, headers: { 'If-Match': headers.get('etag') ?? '' } });
};

/** Connects, finds the commit and resolves, as a pipeline does: what is scanned is found by its name. */
const findCommit = async (order: ScanArguments, target: ScanTarget, { cloud, owner, service }: Setup) => {
  const { body: connected } = await owner.call('connect-repository', { body: target });
  const { fullName, defaultBranch } = connected;
  const commitHash = order.commit ?? (await cloud.newestCommit(target.url, order.branch ?? 'HEAD'));
  const { body: repository } = await service.call('resolve-repository', { query: { fullName } });
  const named =
    order.branch ?? (order.commit === undefined && defaultBranch !== 'HEAD' ? defaultBranch : undefined);
  return { repositoryId: repository.repositoryId, commitHash, ...(named !== undefined && { branch: named }) };
};

const unitName = (path: string): string => (path === '' ? '.' : path);

const runScan = async (order: ScanArguments, target: ScanTarget, setup: Setup, signal: AbortSignal) => {
  const { service, note } = setup;
  const advisories = await loadAdvisories(order, setup);
  await setThreshold(order, setup);
  const commit = await findCommit(order, target, setup);
  note(`Scanning commit ${commit.commitHash} …`);
  const scanTypes = order.types && { scanTypes: order.types };
  const { body: scan } = await service.call('create-scan', { body: { ...commit, ...scanTypes }, signal });
  note(`Scan ${scan.scanId}`);
  const verdict = await service.waitForVerdict(scan.scanId, {
    timeoutSeconds: order.timeoutSeconds,
    intervalSeconds: 1,
    signal,
    onUnitChange: ({ path, type, status }) => note(`… ${printable(unitName(path))} (${type}): ${status}`),
  });
  const findings = verdict.verdict === null ? [] : await readFindings(scan.scanId, setup);
  const outcome = { scan, verdict, findings, advisories };
  return { outcome, reports: await renderReports(order.reports, outcome, service) };
};

const readFindings = async (scanId: string, { service }: Setup): Promise<Finding[]> => {
  const query = { limit: 100 };
  return Array.fromAsync(service.items('list-findings', { params: { scanId }, query }));
};

const exitCodeOf = ({ verdict }: GatePayload): ExitCode => {
  if (verdict === null) return exitCodes.noVerdict;
  return verdict === 'PASS' ? exitCodes.pass : verdict === 'FAIL' ? exitCodes.fail : exitCodes.error;
};

const scanTarget = async (
  order: ScanArguments,
  target: ScanTarget,
  parts: ScanDependencies,
): Promise<{ outcome: ScanOutcome; reports: RenderedReport[] }> => {
  const { terminal, newKey, signal } = parts;
  const note = (text: string) => terminal.log(text);
  note('Starting a service for this scan …');
  const cloud = await parts.startCloud();
  try {
    signal.throwIfAborted();
    const { baseUrl, tokens } = cloud;
    const owner = createClient({ baseUrl, token: tokens.owner, newIdempotencyKey: newKey });
    const service = createClient({ baseUrl, token: tokens.service, newIdempotencyKey: newKey });
    return await runScan(order, target, { cloud, owner, service, note }, signal);
  } finally {
    await cloud.close();
  }
};

/** `npm run scan`: the whole way of a pipeline, against a service of its own. @returns how to end. */
export const scan = async (args: readonly string[], parts: ScanDependencies): Promise<ExitCode> => {
  const { terminal } = parts;
  try {
    const order = parseScanArguments(args);
    if (!order) {
      terminal.out(scanHelp);
      return exitCodes.pass;
    }
    const target = parseTarget(order.target, parts.directory);
    requireOutputDirectories(order.reports, parts.directory);
    const { outcome, reports } = await scanTarget(order, target, parts);
    if (reports.every(({ file }) => file !== undefined)) terminal.out(printScan(outcome));
    if (reports.length < order.reports.length) terminal.log('There is no verdict, and so no report of it.');
    writeReports(reports, parts.directory, terminal);
    return exitCodeOf(outcome.verdict);
  } catch (error) {
    const { exitCode, message } = describeFailure(error);
    terminal.log(message);
    return exitCode;
  }
};
