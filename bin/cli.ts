/** The command line: `npm run scan`, `advisories` and `verify-ledger`. Hands the commands the parts they know nothing of. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { advisories, type AdvisoriesDependencies } from '@scangate/cli/advisories';
import { CliFailure, exitCodes, type ExitCode } from '@scangate/cli/exit-codes';
import type { AdvisoryReport, EphemeralCloud } from '@scangate/cli/ephemeral-cloud';
import { scan } from '@scangate/cli/scan';
import type { Terminal } from '@scangate/cli/terminal';
import { verifyLedger } from '@scangate/cli/verify-ledger';
import { LedgerVerifier } from '@scangate/domain/ledger/verify-ledger';
import type { EphemeralCloud as LocalEphemeralCloud } from '#local/ephemeral-cloud.ts';
import { SourceFailure } from '#ports/sources.ts';

// As in Lambda.
process.env['TZ'] = 'UTC';

/** npm runs scripts in the package's folder; who called npm is somewhere else. */
const directory =
  process.env['npm_lifecycle_event'] === undefined
    ? process.cwd()
    : (process.env['INIT_CWD'] ?? process.cwd());

const terminal: Terminal = {
  out: (text) => process.stdout.write(text),
  log: (text) => process.stderr.write(`${text}\n`),
};

const stop = new AbortController();
const onStop = () => {
  // Asked twice: at once.
  if (stop.signal.aborted) process.exit(130);
  stop.abort(new CliFailure(exitCodes.noVerdict, 'Stopped.'));
};
process.on('SIGINT', onStop);
process.on('SIGTERM', onStop);

const sourceExitCodes: Record<SourceFailure['errorCode'], ExitCode> = {
  pat_required: exitCodes.access,
  repo_access: exitCodes.access,
  rate_limit: exitCodes.noVerdict,
  branch_or_commit_not_found: exitCodes.badInput,
  source_invalid: exitCodes.badInput,
  source_too_large: exitCodes.badInput,
};

const explained = (error: unknown): never => {
  throw error instanceof SourceFailure
    ? new CliFailure(sourceExitCodes[error.errorCode], error.message)
    : error;
};

/** Of several sources the first replaces what is there, and the others are added to it. */
const importAll = async (
  cloud: LocalEphemeralCloud,
  sources: readonly string[],
  told: (advisories: number) => void,
): Promise<AdvisoryReport> => {
  const [first = '', ...others] = sources;
  let report = await cloud.importAdvisories(resolve(directory, first), 'replace', told);
  for (const source of others) {
    if (!report.switched) break;
    const next = await cloud.importAdvisories(resolve(directory, source), 'merge', told);
    // What goes with the advisories does not change which there are.
    report = next.signals ? { ...report, ...(next.snapshotId && { snapshotId: next.snapshotId }) } : next;
  }
  return report;
};

const startCloud = async (): Promise<EphemeralCloud> => {
  const { startEphemeralCloud: startPrivateCloud } = await import('#local/ephemeral-cloud.ts');
  const { sampleAdvisories } = await import('#local/sample/sample-advisories.ts');
  const cloud = await startPrivateCloud();
  return {
    baseUrl: cloud.url,
    tokens: cloud.tokens,
    importAdvisories: (sources, told) =>
      importAll(cloud, sources.length > 0 ? sources : [sampleAdvisories], told),
    newestCommit: (url, branch) => cloud.newestCommit(url, branch, stop.signal).catch(explained),
    close: cloud.close,
  };
};

const importInto: AdvisoriesDependencies['importInto'] = async (source, mode, told) => {
  const { importAdvisoriesIntoFolder: importIntoFolder } =
    await import('#local/import-advisories-into-folder.ts');
  const place = resolve(process.env['SCANGATE_DATA'] ?? '.scangate');
  return { ...(await importIntoFolder(place, resolve(directory, source), { mode, onProgress: told })), place };
};

const readText = (file: string): AsyncIterable<string> =>
  createReadStream(resolve(directory, file), { encoding: 'utf8' }) as AsyncIterable<string>;

const [command, ...args] = process.argv.slice(2);
const commands: Record<string, () => Promise<number>> = {
  scan: () => scan(args, { terminal, startCloud, newKey: randomUUID, directory, signal: stop.signal }),
  advisories: () => advisories(args, { terminal, importInto }),
  'verify-ledger': () =>
    verifyLedger(args, { terminal, read: readText, begin: (options) => new LedgerVerifier(options) }),
};
const run = Object.hasOwn(commands, command ?? '') ? commands[command ?? ''] : undefined;
if (!run) terminal.log('Say: scan, advisories or verify-ledger. Each knows --help.');
const exitCode = run ? await run() : exitCodes.badInput;
// What the service left open must not keep the program; what was written must be out before it ends.
await new Promise((written) => process.stdout.write('', written));
process.exit(exitCode);
