import { badFlag } from '../arguments/flags.ts';
import type { CommandContext } from '../commands/command.ts';
import { exitCodeOfVerdict, type ExitCode } from '../exit-codes.ts';
import { printResult } from '../output/print-result.ts';
import { printable } from '../output/terminal.ts';
import { cloneAt, commitNamed } from '../scan/local-commit.ts';
import { requireOutputDirectories, writeReports } from '../scan/requested-reports.ts';
import type { scanFlags } from '../scan/scan-flags.ts';
import type { OfflineServices } from './offline-services.ts';
import { scanArgumentsOf, type ScanArguments } from './scan-arguments.ts';
import type { FinishedScan, LoadedAdvisories, ScanOutcome } from './scan-outcome.ts';
import { renderReports } from './scan-reports.ts';
import { parseTarget, type ScanTarget } from './scan-target.ts';

type ScanContext = CommandContext<typeof scanFlags>;

/** Whoever names a scan type wants it assessed. @throws CliFailure */
const requireAdvisories = (types: ScanArguments['types'] = []): void => {
  const named = types.find((type) => type === 'sca' || type === 'dependency-advisor');
  if (named !== undefined)
    throw badFlag(`--types ${named} needs vulnerability data: give it with --advisories PATH.`);
};

const loadAdvisories = async (
  { advisories: sources, types }: ScanArguments,
  { terminal }: ScanContext,
  { loadAdvisories: load }: OfflineServices,
): Promise<LoadedAdvisories> => {
  if (sources.length > 0) terminal.log('Reading advisories …');
  const start = performance.now();
  const loaded = await load(sources, (count) => terminal.log(`… ${count} advisories`));
  performance.measure('advisories', { start });
  if (loaded.used.records === 0) {
    requireAdvisories(types);
    terminal.log('There are no advisories, so dependencies are NOT assessed: give them with --advisories.');
  } else if (loaded.used.builtIn)
    terminal.log('Only the small built-in advisories are used; give real ones with --advisories.');
  else terminal.log(`Using the advisories in ${printable(loaded.place)}.`);
  for (const { name, reason } of loaded.badRecords)
    terminal.log(`Not read: ${printable(name)}: ${printable(reason)}`);
  return loaded;
};

const unitName = (path: string): string => (path === '' ? '.' : path);

/** Resolves the commit that somebody named. Only a clone knows short hashes. @throws CliFailure */
const commitOf = (
  { commit }: ScanArguments,
  { url, fullName }: ScanTarget,
  { environment }: ScanContext,
): { commit?: string } => {
  if (commit === undefined) return {};
  const isHash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i.test(commit);
  if (fullName === undefined && !isHash) throw badFlag('--commit is a full commit hash for a URL.');
  return { commit: commitNamed(commit, cloneAt(url, environment), '--commit') };
};

const runScan = async (
  { scanArguments, target }: { scanArguments: ScanArguments; target: ScanTarget },
  context: ScanContext,
  services: OfflineServices,
): Promise<FinishedScan> => {
  const { terminal, newId } = context;
  const { createSpool, connect } = services;
  const signal = AbortSignal.timeout(scanArguments.timeoutSeconds * 1000);
  const { findCommit } = await import('./repository-commit.ts');
  const named = commitOf(scanArguments, target, context);
  const commit = await findCommit({ ...scanArguments, ...named }, target, { connect, signal });
  const advisories = await loadAdvisories(scanArguments, context, services);
  terminal.log(`Scanning commit ${commit.commitHash} …`);
  const { scanCommit } = await import('./scan-commit.ts');
  const finished = await scanCommit(scanArguments, commit, {
    scanId: newId(),
    advisories,
    createSpool,
    signal,
    onUnit: ({ path, type }, status) => terminal.log(`… ${printable(unitName(path))} (${type}): ${status}`),
  });
  const { error } = finished.record;
  if (error !== undefined) terminal.log(printable(error));
  const { url, fullName } = commit;
  return { ...finished, repository: { url, fullName }, advisories: advisories.used };
};

/** Prepares the outcome for output: the views of the API, loaded when the scan is over. */
const outcomeOf = async ({ record, findingsByUnit, advisories }: FinishedScan): Promise<ScanOutcome> => {
  const { createdScanView, gatePayloadView } = await import('@scangate/domain/scans/scan-views');
  const { compareUnitFindings } = await import('@scangate/domain/reports/unit-findings');
  const findings = [...findingsByUnit].flatMap(([projectUnitId, found]) =>
    found.map((finding) => ({ ...finding, projectUnitId })),
  );
  return {
    scan: createdScanView(record, { core: 0, sast: 0 }, false),
    verdict: gatePayloadView(record, 1),
    findings: findings.toSorted(compareUnitFindings),
    advisories,
  };
};

/** `scan --offline`: scans a commit in this process. @throws CliFailure */
export const scanOffline = async (context: ScanContext, services: OfflineServices): Promise<ExitCode> => {
  const { terminal, directory } = context;
  const scanArguments = scanArgumentsOf(context);
  const target = parseTarget(scanArguments.target, directory);
  requireOutputDirectories(scanArguments.reports, directory);
  const finished = await runScan({ scanArguments, target }, context, services);
  const outcome = await outcomeOf(finished);
  const reports = await renderReports(scanArguments.reports, outcome, finished);
  if (reports.every(({ file }) => file !== undefined)) terminal.out(printResult(outcome, terminal));
  if (reports.length < scanArguments.reports.length)
    terminal.log('There is no verdict, and so no report of it.');
  writeReports(reports, directory, terminal);
  return exitCodeOfVerdict(outcome.verdict.verdict);
};
