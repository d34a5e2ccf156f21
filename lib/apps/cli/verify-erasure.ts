import { parseArgs } from 'node:util';
import { erasureText, type ErasureProof } from '@scangate/domain/leaving/erasure-proof';
import { CliFailure, describeFailure, exitCodes } from './exit-codes.ts';
import { failingAsBadInput } from './scan-arguments.ts';
import { isSignedBy } from './signed-statements.ts';
import { printable, type Terminal } from './output/terminal.ts';

const verifyErasureHelp = `Checks the proof of an erasure offline.

  npm run verify-erasure -- <proof.json> --public-key <file>

  --public-key <file>  the key that verifies the signature, as PEM or as KMS gives it out
  --help

Exit codes: 0 signed by this key, 1 not signed by it, 6 bad input.
`;

export interface VerifyErasureDependencies {
  terminal: Terminal;
  read: (file: string) => Promise<Uint8Array>;
}

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

/** `npm run verify-erasure`: checks the signed proof of an erasure offline. @returns the exit code. */
export const verifyErasure = async (
  args: readonly string[],
  { terminal, read }: VerifyErasureDependencies,
): Promise<number> => {
  try {
    const options = { 'public-key': { type: 'string' }, help: { type: 'boolean' } } as const;
    const { values, positionals } = failingAsBadInput(() =>
      parseArgs({ args: [...args], options, allowPositionals: true, strict: true }),
    );
    if (values.help) {
      terminal.out(verifyErasureHelp);
      return exitCodes.pass;
    }
    const [file, ...more] = positionals;
    const keyFile = values['public-key'];
    if (file === undefined || keyFile === undefined || more.length > 0)
      throw new CliFailure(exitCodes.badInput, 'Name one proof and its --public-key. See --help.');
    const proof = readProof(await read(file));
    const text = erasureText(proof.statement);
    if (!isSignedBy(text, proof.signature, await read(keyFile))) {
      terminal.out('This proof is not signed by this key.\n');
      return exitCodes.fail;
    }
    terminal.out(reportText(proof));
    return exitCodes.pass;
  } catch (error) {
    const { message } = describeFailure(error);
    terminal.log(printable(message));
    return exitCodes.badInput;
  }
};
