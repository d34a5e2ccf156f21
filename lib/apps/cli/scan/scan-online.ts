import type { BodyOfResponse, Client } from '@scangate/client';
import { badFlag } from '../arguments/flags.ts';
import type { CommandContext } from '../commands/command.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { printable, printableJson } from '../output/terminal.ts';
import { connect } from '../settings/connection.ts';
import { withFileSettings } from '../settings/file-settings.ts';
import { readArtifact } from './artifact.ts';
import { endScan } from './end-scan.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';
import { requestedReports, requireOutputDirectories } from './requested-reports.ts';
import type { scanFlags } from './scan-flags.ts';
import {
  resolveRepository,
  scanRequestOf,
  withUpload,
  type RequestParts,
  type SentRequest,
} from './scan-request.ts';
import { findTarget, type ScanTarget } from './scan-target.ts';
import { waitForScan } from './wait-for-scan.ts';

type ScanContext = CommandContext<typeof scanFlags>;
type CreatedScan = BodyOfResponse<'create-scan'>;

/** Flags that only work for a local scan. */
const needOffline = ['advisories', 'rules', 'threshold', 'working-tree', 'staged'] as const;

/** Checks everything about the command line before any request. @throws CliFailure */
const prepare = async (context: ScanContext, given: ScanContext['flags']): Promise<RequestParts> => {
  const { flags, directory } = context;
  const offline = needOffline.find((name) => flags[name] !== undefined);
  if (offline === 'threshold')
    throw badFlag(
      '--threshold is the setting of the organization: --fail-on fails a PASS, or scan with --offline.',
    );
  if (offline !== undefined) throw badFlag(`--${offline} needs --offline.`);
  if (given['no-wait'] && (given.format || given['fail-on'] || given.gate))
    throw badFlag('--no-wait exits before the verdict: it excludes --format, --gate and --fail-on.');
  requireOutputDirectories(requestedReports(flags), directory);
  const target = findTarget(context);
  const artifact = await readArtifact(context, target.clone);
  if (flags.gate === 'pull-request' && target.base === undefined)
    throw badFlag('--gate pull-request needs a base to compare with: give --base.');
  return { flags, target, artifact };
};

/** Shows what the request would be. */
const showRequest = ({ terminal }: ScanContext, { target, artifact, flags }: RequestParts): ExitCode => {
  const { repository, commit, branch, base, pullRequest, notes } = target;
  const lockfile = artifact && 'lockfile' in artifact ? artifact.lockfile.path : undefined;
  for (const note of notes) terminal.log(printable(note));
  const request = { repository, commit, branch, base, pullRequest, unit: flags.unit, types: flags.types };
  terminal.out(`${printableJson({ ...request, lockfile, sbom: flags.sbom })}\n`);
  return exitCodes.pass;
};

const create = async (
  client: Client,
  body: SentRequest,
  { idempotencyKey, signal }: { idempotencyKey: string | undefined; signal: AbortSignal },
): Promise<CreatedScan> => {
  const input = { body, signal, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  return (await client.call('create-scan', input)).body;
};

const reportCreated = ({ terminal }: ScanContext, scan: CreatedScan, { notes }: ScanTarget): void => {
  const isKnown = scan.deduplicated ? ' (an equal scan, nothing was charged)' : '';
  terminal.log(`Scan ${printable(scan.scanId)}${isKnown}`);
  for (const note of notes) terminal.log(printable(note));
  for (const { scanType, reason } of scan.skippedScanTypes)
    terminal.log(printable(`Not scanned: ${scanType} (${reason})`));
};

/** `scan`: requests a scan from the service, waits for the verdict and shows it. @throws CliFailure */
export const scanOnline = async (given: ScanContext): Promise<ExitCode> => {
  const context = await withFileSettings(given, given.positionals[0]);
  const { flags, interrupted: signal } = context;
  const parts = await prepare(context, given.flags);
  if (flags['dry-run']) return showRequest(context, parts);
  const { client, address } = await connect(context);
  const repository = await resolveRepository(client, parts.target, { address, signal });
  const body = await withUpload(scanRequestOf(parts, repository), parts, { client, signal });
  const idempotencyKey = idempotencyKeyOf(parts.target.ci, body);
  const scan = await create(client, body, { idempotencyKey, signal });
  reportCreated(context, scan, parts.target);
  if (flags['no-wait']) {
    context.terminal.out(flags.json ? `${printableJson({ scan })}\n` : `${printable(scan.scanId)}\n`);
    return exitCodes.pass;
  }
  const verdict = await waitForScan(client, scan.scanId, {
    settings: {
      timeoutSeconds: flags.timeout,
      intervalSeconds: flags.interval,
      cancelOnInterrupt: flags['cancel-on-interrupt'],
    },
    commandEnvironment: context,
  });
  return endScan({ client, scan, verdict }, context);
};
