import { readEnvelope, readKeySet, type TrustedKey } from '@scangate/domain/evidence/check-envelope';
import { evidenceFolder, type EvidenceManifest } from '@scangate/domain/evidence/manifest';
import type { ReadStatement } from '@scangate/domain/evidence/read-statement';
import { checkArchive, checkEnvelope, type CheckedBy, type Held } from './check-archive.ts';
import { readArchive, type Fault } from './read-archive.ts';
import { verdictArguments, type VerifyVerdictArguments } from './verdict-arguments.ts';
import type { CommandContext } from '../commands/command.ts';
import type { Files } from '../commands/command-environment.ts';
import { CliFailure, describeFailure, exitCodes, type ExitCode } from '../exit-codes.ts';
import type { attestationFlags } from './verify-flags.ts';
import { printable } from '../output/terminal.ts';

type AttestationContext = CommandContext<typeof attestationFlags>;

const signatureOfZip = Buffer.from([0x50, 0x4b]);

const fail = (message: string): CliFailure => new CliFailure(exitCodes.badInput, message);

const keysOf = async ({ keys }: VerifyVerdictArguments, { read }: Files): Promise<TrustedKey[]> => {
  const found = readKeySet(Buffer.from(await read(keys)).toString('utf8'));
  if (!found) throw fail(`${keys} is not a public key set.`);
  return found;
};

/** A pack contains no verdict, so requirements on a verdict are refused. */
const requireNothingOfVerdict = ({ required }: VerifyVerdictArguments): void => {
  const { organizationId: _id, ...ofVerdict } = required;
  if (Object.values(ofVerdict).some((value) => value !== undefined))
    throw fail('An auditor pack states no verdict: check it with --keys and --organization only.');
};

const check = async (
  given: VerifyVerdictArguments,
  { files, now }: Pick<AttestationContext, 'files' | 'now'>,
): Promise<Held | Fault> => {
  const { read, openZip } = files;
  const { file, required } = given;
  const by: CheckedBy = { keys: await keysOf(given, files), required, now: now() };
  const head = Buffer.from(await read(file, signatureOfZip.length));
  if (head.equals(signatureOfZip)) {
    const archive = await readArchive(openZip(file));
    const held = checkArchive(archive, by);
    if (!('fault' in held) && archive.damaged.length > 0)
      throw fail(`${archive.damaged[0]} does not have the checksum that the archive states.`);
    if ('manifest' in held && !held.statement) requireNothingOfVerdict(given);
    return held;
  }
  const envelope = readEnvelope(Buffer.from(await read(file)).toString('utf8'));
  if (!envelope) throw fail(`${file} is not an envelope, a bundle or an archive.`);
  return checkEnvelope(envelope, by);
};

const subjectText = ({ name, digest }: ReadStatement['subject'][number]): string =>
  `${name} ${Object.entries(digest)
    .map(([kind, value]) => `${kind} ${String(value)}`)
    .join(', ')}`;

const statementLines = ({ subject, scan, ...statement }: ReadStatement): string[] => [
  `${statement.verificationResult} (${statement.verifiedLevels.join(', ')}) at ${statement.timeVerified}`,
  ...subject.map((one) => `  about ${subjectText(one)}`),
  `  ${statement.kind === 'proof' ? 'scan' : 'release'} ${statement.about} of ${statement.resourceUri}`,
  `  stated by ${statement.verifier}`,
  ...(scan
    ? [`  covers ${scan.scanTypes.join(', ')}${scan.complete ? '' : '; something was not assessed'}`]
    : []),
];

/** There are many stored documents, and all of them are signed. */
const pathsText = (paths: readonly string[]): string => {
  const documents = paths.filter((path) => path.startsWith(evidenceFolder)).length;
  const others = paths.filter((path) => !path.startsWith(evidenceFolder));
  return [...others, ...(documents > 0 ? [`${evidenceFolder} (${documents})`] : [])].join(', ');
};

const filesLines = ({ files }: EvidenceManifest, signed: readonly string[]): string[] => {
  const unsigned = files.map(({ path }) => path).filter((path) => !signed.includes(path));
  return [
    `  ${files.length} files match the manifest`,
    unsigned.length === 0 ? '  all of them are signed' : `  signed: ${pathsText(signed)}`,
    ...(unsigned.length === 0 ? [] : [`  informational, not signed: ${pathsText(unsigned)}`]),
  ];
};

const reportText = ({ keyId, statement, manifest, signed = [] }: Held): string => {
  const lines = [
    'Valid.',
    ...(statement ? statementLines(statement) : []),
    ...(manifest ? filesLines(manifest, signed) : []),
    `  signed by the key ${keyId}`,
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
};

/** `verify attestation` and `verify proof`: checks a signed verdict offline. @throws CliFailure */
export const verifyVerdict = async (context: AttestationContext): Promise<ExitCode> => {
  const { terminal } = context;
  const given = verdictArguments(context);
  const held = await check(given, context).catch((error: unknown) => {
    throw new CliFailure(exitCodes.error, describeFailure(error).message, 'unreadable');
  });
  if ('fault' in held) {
    terminal.out(`${printable(`Not valid: ${held.fault}.`)}\n`);
    return exitCodes.fail;
  }
  terminal.out(reportText(held));
  return exitCodes.pass;
};
