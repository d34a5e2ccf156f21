import type { OpenConnections } from '@scangate/git/remote/host-connections';
import { describeFailure, exitCodeOfVerdict, exitCodes, type ExitCode } from './exit-codes.ts';
import { printScan } from './print-scan.ts';
import type { CommitSpool } from './repository-commit.ts';
import { parseScanArguments, scanHelp, type ScanArguments } from './scan-arguments.ts';
import type { FinishedScan, LoadedAdvisories, ScanOutcome } from './scan-outcome.ts';
import { renderReports, requireOutputDirectories, writeReports } from './scan-reports.ts';
import { parseTarget, type ScanTarget } from './scan-target.ts';
import { printable, type Terminal } from './output/terminal.ts';

/** The dependencies that `bin/cli.ts` provides. */
export interface ScanDependencies {
  terminal: Terminal;
  /**
   * Reads advisories from these sources, else those imported before, else the sample set.
   * @throws CliFailure when a source has none.
   */
  loadAdvisories: (
    sources: readonly string[],
    onProgress: (advisories: number) => void,
  ) => Promise<LoadedAdvisories>;
  createSpool: () => CommitSpool;
  /** Opens connections to git hosts, also to private ones: the person who scans names them. */
  connect: OpenConnections;
  newId: () => string;
  /** The start of relative paths. */
  directory: string;
}

const loadAdvisories = async (
  { advisories: sources }: ScanArguments,
  { terminal, loadAdvisories: load }: ScanDependencies,
): Promise<LoadedAdvisories> => {
  if (sources.length > 0) terminal.log('Reading advisories …');
  const start = performance.now();
  const loaded = await load(sources, (count) => terminal.log(`… ${count} advisories`));
  performance.measure('advisories', { start });
  if (loaded.used.builtIn)
    terminal.log('Only the small built-in advisories are used; give real ones with --advisories.');
  else terminal.log(`Using the advisories in ${printable(loaded.place)}.`);
  for (const { name, reason } of loaded.badRecords)
    terminal.log(`Not read: ${printable(name)}: ${printable(reason)}`);
  return loaded;
};

const unitName = (path: string): string => (path === '' ? '.' : path);

const runScan = async (
  scanArguments: ScanArguments,
  target: ScanTarget,
  dependencies: ScanDependencies,
): Promise<FinishedScan> => {
  const { terminal, createSpool, newId, connect } = dependencies;
  const signal = AbortSignal.timeout(scanArguments.timeoutSeconds * 1000);
  const { findCommit } = await import('./repository-commit.ts');
  const commit = await findCommit(scanArguments, target, { connect, signal });
  const advisories = await loadAdvisories(scanArguments, dependencies);
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

/** `npm run scan`: scans a commit in this process. @returns the exit code. */
export const scan = async (args: readonly string[], dependencies: ScanDependencies): Promise<ExitCode> => {
  const { terminal, directory } = dependencies;
  try {
    const scanArguments = parseScanArguments(args);
    if (!scanArguments) {
      terminal.out(scanHelp);
      return exitCodes.pass;
    }
    const target = parseTarget(scanArguments.target, directory);
    requireOutputDirectories(scanArguments.reports, directory);
    const finished = await runScan(scanArguments, target, dependencies);
    const outcome = await outcomeOf(finished);
    const reports = await renderReports(scanArguments.reports, outcome, finished);
    if (reports.every(({ file }) => file !== undefined)) terminal.out(printScan(outcome));
    if (reports.length < scanArguments.reports.length)
      terminal.log('There is no verdict, and so no report of it.');
    writeReports(reports, directory, terminal);
    return exitCodeOfVerdict(outcome.verdict.verdict);
  } catch (error) {
    const { exitCode, message } = describeFailure(error);
    terminal.log(message);
    return exitCode;
  }
};
