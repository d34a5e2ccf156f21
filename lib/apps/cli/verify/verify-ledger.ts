import type { ChainStatement, Restoration } from '@scangate/domain/ledger/restoration';
import { LedgerVerifier } from '@scangate/domain/ledger/verify-ledger';
import type { CommandContext } from '../commands/command.ts';
import type { Files } from '../commands/command-environment.ts';
import { CliFailure, describeFailure, exitCodes, type ExitCode } from '../exit-codes.ts';
import type { ledgerFlags } from './verify-flags.ts';
import { readStatements } from './signed-statements.ts';
import { printable } from '../output/terminal.ts';

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
  restorations?: readonly Restoration[];
}

/** Checks a file in chunks. Both methods throw when it is not a ledger. */
interface LedgerCheck {
  push(text: string): Fault | undefined;
  end(): { pools: Checked[] } | Fault;
}

type Begin = (options: {
  heads: readonly string[];
  endsEarly: boolean;
  statements: readonly ChainStatement[];
}) => LedgerCheck;

type LedgerContext = CommandContext<typeof ledgerFlags>;

/** Parses the flags as a whole. @throws CliFailure */
const givenBy = ({ flags }: LedgerContext) => {
  const heads = (flags.head ?? []).map((head) => head.toLowerCase());
  if (heads.some((head) => !/^[0-9a-f]{64}$/.test(head)))
    throw new CliFailure(exitCodes.badInput, '--head is a hash of 64 hexadecimal digits.');
  const { statements, 'public-key': publicKey } = flags;
  if ((statements === undefined) !== (publicKey === undefined))
    throw new CliFailure(exitCodes.badInput, '--statements and --public-key go together.');
  const signed = statements !== undefined && publicKey !== undefined ? { statements, publicKey } : undefined;
  return { heads, signed, endsEarly: flags['ends-early'] ?? false };
};

const faultText = ({ line, cause, reason }: Fault): string => {
  const row = line === undefined ? '' : `line ${line}${cause === undefined ? '' : ` (${cause})`}: `;
  return printable(`Not unchanged: ${row}${reason}.`);
};

const signedNumber = (value: number): string => (value > 0 ? `+${value}` : String(value));

/** The lines about a restoration: what was lost, and under which statement. */
const restorationText = (pool: string, restoration: Restoration): string[] => {
  const { number, restoredTo, statedAt, continuesAfter, superseded } = restoration;
  const { balanceBefore, balanceAfter } = restoration;
  const [first, last] = [superseded.at(0)?.number, superseded.at(-1)?.number];
  return [
    `${pool}: restored to ${restoredTo}. Entries between then and the restoration, stated at ${statedAt}, were lost.`,
    `  The balance was ${balanceBefore} and became ${balanceAfter} (${signedNumber(balanceAfter - balanceBefore)} credits).`,
    `  Signed statement ${number} replaces ${first} to ${last}; the chain continues after segment ${continuesAfter}.`,
  ];
};

const poolText = ({ pool, sealed, begins, head, signed, restorations = [] }: Checked): string[] => [
  ...(begins
    ? [
        `${pool}: begins in the middle of the chain, at ${begins.position} of segment ${begins.segment},`,
        `  and continues from ${begins.previousHash}; earlier rows were not checked.`,
      ]
    : []),
  ...(head === undefined ? [] : [`${pool}: ${sealed} sealed; last hash, for later checks: ${head}`]),
  ...(signed === undefined ? [] : [`${pool}: ${signed} segments match their signed statements`]),
  ...restorations.flatMap((restoration) => restorationText(pool, restoration)),
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

/** Stops at the first error. */
const check = async (
  file: string,
  { stream }: Files,
  ledger: LedgerCheck,
): Promise<{ pools: Checked[] } | Fault> => {
  for await (const text of stream(file)) {
    const fault = ledger.push(text);
    if (fault) return fault;
  }
  return ledger.end();
};

/** The signed statements, if any are given, or the error of one that was not signed with the key. */
const statementsOf = async (
  signed: { statements: string; publicKey: string } | undefined,
  { readEach }: Files,
): Promise<ChainStatement[] | Fault> => {
  if (!signed) return [];
  const [key] = await readEach(signed.publicKey);
  const files = await readEach(signed.statements);
  const texts = files.map(({ name, bytes }) => ({ name, text: Buffer.from(bytes).toString('utf8') }));
  return readStatements(texts, key?.bytes ?? new Uint8Array());
};

/** Runs the check. @throws CliFailure for wrong input, anything else for a file that cannot be read. */
const checkLedger = async (context: LedgerContext, begin: Begin): Promise<{ pools: Checked[] } | Fault> => {
  const {
    files,
    positionals: [file = ''],
  } = context;
  const given = givenBy(context);
  const statements = await statementsOf(given.signed, files);
  return 'reason' in statements ? statements : check(file, files, begin({ ...given, statements }));
};

/** `verify ledger`: checks an exported ledger offline. @throws CliFailure for wrong input. */
export const verifyLedger = async (context: LedgerContext): Promise<ExitCode> => {
  const { terminal } = context;
  try {
    const result = await checkLedger(context, (options) => new LedgerVerifier(options));
    if ('reason' in result) {
      terminal.out(`${faultText(result)}\n`);
      return exitCodes.fail;
    }
    terminal.out(reportText(result.pools));
    return exitCodes.pass;
  } catch (error) {
    if (error instanceof CliFailure) throw error;
    throw new CliFailure(exitCodes.error, describeFailure(error).message, 'unreadable');
  }
};
