import { createdScanView, gatePayloadView } from '@scangate/domain/scans/scan-views';
import { withStatement } from '@scangate/domain/scans/pipeline/pipeline-statement';
import { compareUnitFindings } from '@scangate/domain/reports/listing/unit-findings';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import { badFlag } from '../arguments/flags.ts';
import type { CommandContext } from '../commands/command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { printResult } from '../output/print-result.ts';
import { printable } from '../output/terminal.ts';
import { decideExit } from '../scan/decide-exit.ts';
import { cloneAt, commitNamed } from '../scan/local-commit.ts';
import { isSbom } from '../scan/report-formats.ts';
import { requireOutputDirectories, writeReports } from '../scan/requested-reports.ts';
import type { scanFlags } from '../scan/scan-flags.ts';
import { withFileSettings } from '../settings/file-settings.ts';
import type { OfflineServices } from './offline-services.ts';
import { readRules } from './read-rules.ts';
import { requireOfflineFlags, scanArgumentsOf, type ScanArguments } from './scan-arguments.ts';
import type { FinishedScan, LoadedAdvisories, ScanOutcome } from './scan-outcome.ts';
import { renderReports } from './scan-reports.ts';
import { parseTarget, type ScanTarget } from './scan-target.ts';
import { findCommit } from './repository-commit.ts';
import { scanCommit } from './scan-commit.ts';
import { findUncommitted } from './uncommitted-files.ts';

type ScanContext = CommandContext<typeof scanFlags>;

/** A scan type that is named explicitly must be assessed. @throws CliFailure */
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
  } else terminal.log(`Using the advisories in ${printable(loaded.place)}.`);
  for (const { name, reason } of loaded.badRecords)
    terminal.log(`Not read: ${printable(name)}: ${printable(reason)}`);
  return loaded;
};

const unitName = (path: string): string => (path === '' ? '.' : path);

const filesNow = { 'working-tree': 'as they are now', staged: 'as they are staged' } as const;

/** Resolves the named commit. Only a clone resolves short hashes. @throws CliFailure */
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
  {
    scanArguments,
    target,
    rules,
  }: { scanArguments: ScanArguments; target: ScanTarget; rules: readonly CustomRule[] },
  context: ScanContext,
  services: OfflineServices,
): Promise<FinishedScan> => {
  const { terminal, newId } = context;
  const { createSpool, connect } = services;
  const signal = AbortSignal.timeout(scanArguments.timeoutSeconds * 1000);
  const { files } = scanArguments;
  const named = commitOf(scanArguments, target, context);
  const commit = files
    ? findUncommitted(files, target, context.environment)
    : await findCommit({ ...scanArguments, ...named }, target, { connect, signal });
  const advisories = await loadAdvisories(scanArguments, context, services);
  terminal.log(files ? `Scanning the files ${filesNow[files]} …` : `Scanning commit ${commit.commitHash} …`);
  const finished = await scanCommit(scanArguments, commit, {
    scanId: newId(),
    advisories,
    rules,
    createSpool,
    signal,
    keepsSboms: scanArguments.reports.some(({ format }) => isSbom(format)),
    onUnit: ({ path, type }, status) => terminal.log(`… ${printable(unitName(path))} (${type}): ${status}`),
  });
  const { error } = finished.record;
  if (error !== undefined) terminal.log(printable(error));
  const { url, fullName } = commit;
  return { ...finished, repository: { url, fullName }, advisories: advisories.used };
};

/** Prepares the outcome for output: the views of the API. */
const outcomeOf = ({ record, findingsByUnit, advisories }: FinishedScan): ScanOutcome => {
  const findings = [...findingsByUnit].flatMap(([projectUnitId, found]) =>
    found.map((finding) => ({ ...finding, projectUnitId })),
  );
  return {
    scan: createdScanView(withStatement(record), { core: 0, sast: 0 }, false),
    verdict: gatePayloadView(record, 1),
    findings: findings.toSorted(compareUnitFindings),
    advisories,
  };
};

/** The folder whose `.scangate.yaml` applies; undefined for the URL of a repository. */
const placeOf = ({ positionals: [given = '.'] }: ScanContext): string | undefined =>
  /^[a-z][a-z0-9+.-]+:\/\//i.test(given) ? undefined : given;

/** `scan --offline`: scans a commit in this process. @throws CliFailure */
export const scanOffline = async (given: ScanContext, services: OfflineServices): Promise<ExitCode> => {
  requireOfflineFlags(given.flags);
  const place = placeOf(given);
  const context = place === undefined ? given : await withFileSettings(given, place);
  const { terminal, directory } = context;
  const scanArguments = scanArgumentsOf(context);
  const { reports: requested, failOn, files } = scanArguments;
  const target = parseTarget(scanArguments.target, directory);
  requireOutputDirectories(requested, directory);
  const rules = await readRules(scanArguments.rules, context, services);
  const finished = await runScan({ scanArguments, target, rules }, context, services);
  const outcome = outcomeOf(finished);
  const exit = decideExit(outcome.verdict, { failOn });
  const { code, because, message } = exit;
  const reports = await renderReports(requested, { ...outcome, exit: { code, because, message } }, finished);
  if (reports.every(({ file }) => file !== undefined))
    terminal.out(printResult({ ...outcome, ...(files && { files: filesNow[files] }) }, terminal));
  if (reports.length < requested.length) terminal.log('There is no verdict, so no report was written.');
  if (message !== undefined) terminal.log(printable(message));
  writeReports(reports, directory, terminal);
  return code;
};
