import { erasureText, type ErasureProof } from '@scangate/domain/offboarding/erasure-proof';
import type { CommandContext } from '../commands/command.ts';
import { CliFailure, exitCodes, type ExitCode } from '../exit-codes.ts';
import type { erasureFlags } from './verify-flags.ts';
import { isSignedBy } from './signed-statements.ts';
import { printable } from '../output/terminal.ts';

const isProof = (value: unknown): value is ErasureProof => {
  const { statement, signature } = (value ?? {}) as Partial<ErasureProof>;
  if (typeof signature !== 'string' || typeof statement !== 'object' || statement === null) return false;
  const { kind, organizationId, closedAt, erasedAt, counts } = statement;
  const texts = [organizationId, closedAt, erasedAt];
  return kind === 'erasure' && texts.every((text) => typeof text === 'string') && typeof counts === 'object';
};

const readProof = (bytes: Uint8Array): ErasureProof => {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new CliFailure(exitCodes.badInput, 'The proof is not JSON.');
  }
  if (!isProof(value)) throw new CliFailure(exitCodes.badInput, 'This is not the proof of an erasure.');
  return value;
};

const reportText = ({ statement }: ErasureProof): string => {
  const { organizationId, closedAt, erasedAt, counts, keysDigest, kept = [] } = statement;
  const deleted = Object.entries(counts).map(([kind, count]) => `  ${kind}: ${count}`);
  const lines = [
    `${organizationId} was closed at ${closedAt} and erased at ${erasedAt}.`,
    'Deleted:',
    ...deleted.toSorted(),
    `Digest of the keys: ${keysDigest}`,
    `Kept: ${kept.join('; ')}.`,
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
};

/** `verify erasure`: checks the signed proof of an erasure offline. @throws CliFailure */
export const verifyErasure = async ({
  flags,
  positionals: [file = ''],
  terminal,
  files,
}: CommandContext<typeof erasureFlags>): Promise<ExitCode> => {
  const keyFile = flags['public-key'];
  if (keyFile === undefined)
    throw new CliFailure(
      exitCodes.badInput,
      'verify erasure needs --public-key. See scangate verify erasure --help.',
    );
  const proof = readProof(await files.read(file));
  const text = erasureText(proof.statement);
  if (!isSignedBy(text, proof.signature, await files.read(keyFile))) {
    terminal.out('This proof was not signed with this key.\n');
    return exitCodes.fail;
  }
  terminal.out(reportText(proof));
  return exitCodes.pass;
};
