import { parseArgs } from 'node:util';
import type { SealStatement } from '@scangate/domain/ledger/seal-statement';
import { CliFailure, exitCodes, describeFailure } from './exit-codes.ts';
import { failingAsBadInput } from './scan-arguments.ts';
import { readStatements } from './signed-statements.ts';
import { printable, type Terminal } from './output/terminal.ts';

const verifyLedgerHelp = `Checks an exported ledger offline: no sealed row was changed, removed, added or moved.

  npm run verify-ledger -- <ledger.csv> [--head <hash>]… [--ends-early] [--statements <path> --public-key <file>]

  --head <hash>   a hash from an earlier check, which must occur; otherwise the ledger was cut or replaced
  --statements <path>  signed statements about the seals: a file, or a folder of them; each must agree with the file
  --public-key <file>  the key that verifies their signatures, as PEM or as KMS gives it out
  --ends-early    the file was exported with \`to\` and may end inside a segment
  --help

A file that was exported with \`from\` begins in the middle of the chain; the check starts there and reports it.

Exit codes: 0 unchanged, 1 changed (with the first bad row), 2 the file cannot be read, 6 bad input.
`;

const unreadable = 2;

/** The first violation that the check found. */
interface Fault {
  line?: number;
  cause?: string;
  reason: string;
}

/** The checked rows of one pool. */
interface Checked {
  pool: string;
  sealed: number;
  unsealed: number;
  begins?: { segment: number; position: string; previousHash: string };
  head?: string;
  signed?: number;
}

/** Checks a file in pieces. Both methods throw when it is not a ledger. */
interface LedgerCheck {
  push(text: string): Fault | undefined;
  end(): { pools: Checked[] } | Fault;
}

export interface VerifyLedgerDependencies {
  terminal: Terminal;
  /** Reads the text of a file in pieces. */
  read: (file: string) => AsyncIterable<string>;
  /** Reads a file, or the files of a folder. */
  readFiles: (path: string) => Promise<{ name: string; bytes: Uint8Array }[]>;
  begin: (options: {
    heads: readonly string[];
    endsEarly: boolean;
    statements: readonly SealStatement[];
  }) => LedgerCheck;
}

const parseLedgerArguments = (args: readonly string[]) => {
  const options = {
    head: { type: 'string', multiple: true },
    statements: { type: 'string' },
    'public-key': { type: 'string' },
    'ends-early': { type: 'boolean' },
    help: { type: 'boolean' },
  } as const;
  const { values, positionals } = failingAsBadInput(() =>
    parseArgs({ args: [...args], options, allowPositionals: true, strict: true }),
  );
  if (values.help) return undefined;
  const [file, ...more] = positionals;
  const heads = (values.head ?? []).map((head) => head.toLowerCase());
  if (!file || more.length > 0) throw new CliFailure(exitCodes.badInput, 'Name one file. See --help.');
  if (heads.some((head) => !/^[0-9a-f]{64}$/.test(head)))
    throw new CliFailure(exitCodes.badInput, '--head is a hash of 64 hexadecimal digits.');
  const { statements, 'public-key': publicKey } = values;
  if ((statements === undefined) !== (publicKey === undefined))
    throw new CliFailure(exitCodes.badInput, '--statements and --public-key go together.');
  const signed = statements !== undefined && publicKey !== undefined ? { statements, publicKey } : undefined;
  return { file, heads, signed, endsEarly: values['ends-early'] ?? false };
};

const faultText = ({ line, cause, reason }: Fault): string => {
  const row = line === undefined ? '' : `line ${line}${cause === undefined ? '' : ` (${cause})`}: `;
  return printable(`Not unchanged: ${row}${reason}.`);
};

const poolText = ({ pool, sealed, begins, head, signed }: Checked): string[] => [
  ...(begins
    ? [
        `${pool}: begins in the middle of the chain, at ${begins.position} of segment ${begins.segment},`,
        `  and continues from ${begins.previousHash}; earlier rows were not checked.`,
      ]
    : []),
  ...(head === undefined ? [] : [`${pool}: ${sealed} sealed; last hash, for later checks: ${head}`]),
  ...(signed === undefined ? [] : [`${pool}: ${signed} segments are as they were signed`]),
];

const reportText = (pools: readonly Checked[]): string => {
  const [sealed, unsealed] = (['sealed', 'unsealed'] as const).map((field) =>
    pools.reduce((sum, pool) => sum + pool[field], 0),
  );
  const lines = [
    `${sealed} rows sealed and unchanged, ${unsealed} not sealed yet`,
    ...pools.flatMap(poolText),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
};

/** Stops at the first fault. */
const check = async (
  file: string,
  { read }: VerifyLedgerDependencies,
  ledger: LedgerCheck,
): Promise<{ pools: Checked[] } | Fault> => {
  for await (const text of read(file)) {
    const fault = ledger.push(text);
    if (fault) return fault;
  }
  return ledger.end();
};

/** The signed statements, if any are given, or the fault of one that was not signed by the key. */
const statementsOf = async (
  signed: { statements: string; publicKey: string } | undefined,
  { readFiles }: VerifyLedgerDependencies,
): Promise<SealStatement[] | Fault> => {
  if (!signed) return [];
  const [key] = await readFiles(signed.publicKey);
  const files = await readFiles(signed.statements);
  const texts = files.map(({ name, bytes }) => ({ name, text: Buffer.from(bytes).toString('utf8') }));
  const statements = readStatements(texts, key?.bytes ?? new Uint8Array());
  return 'forged' in statements
    ? { reason: `the statement ${statements.forged} is not signed by this key` }
    : statements;
};

/** `npm run verify-ledger`: checks an exported ledger offline. @returns the exit code. */
export const verifyLedger = async (
  args: readonly string[],
  dependencies: VerifyLedgerDependencies,
): Promise<number> => {
  const { terminal } = dependencies;
  try {
    const parsed = parseLedgerArguments(args);
    if (!parsed) {
      terminal.out(verifyLedgerHelp);
      return 0;
    }
    const statements = await statementsOf(parsed.signed, dependencies);
    const result =
      'reason' in statements
        ? statements
        : await check(parsed.file, dependencies, dependencies.begin({ ...parsed, statements }));
    if ('reason' in result) {
      terminal.out(`${faultText(result)}\n`);
      return exitCodes.fail;
    }
    terminal.out(reportText(result.pools));
    return exitCodes.pass;
  } catch (error) {
    const { exitCode, message } = describeFailure(error);
    terminal.log(printable(message));
    return exitCode === exitCodes.badInput ? exitCode : unreadable;
  }
};
