import { parseArgs } from 'node:util';
import { CliFailure, exitCodes, describeFailure } from './exit-codes.ts';
import { failingAsBadInput } from './scan-arguments.ts';
import { printable, type Terminal } from './terminal.ts';

const verifyLedgerHelp = `Checks an exported ledger, offline and from the file alone: nothing sealed was changed, removed, added or moved.

  npm run verify-ledger -- <ledger.csv> [--head <hash>]… [--ends-early]

  --head <hash>   a hash that was noted from an earlier check: it must occur, else the ledger was cut or made anew
  --ends-early    the file was exported with \`to\`, so it may end inside of a segment
  --help

A file that was exported with \`from\` begins in the middle of the chain; the check goes on from there and says so.

Exit codes: 0 unchanged, 1 not so (the first bad row is named), 2 the file cannot be read, 6 bad input.
`;

const unreadable = 2;

/** What a check found wrong. */
interface Fault {
  line?: number;
  cause?: string;
  what: string;
}

/** What a file holds of one pool. */
interface Checked {
  pool: string;
  sealed: number;
  unsealed: number;
  begins?: { segment: number; position: string; previousHash: string };
  head?: string;
}

/** Takes a file piece by piece. Both throw when it is no ledger. */
interface LedgerCheck {
  push(text: string): Fault | undefined;
  end(): { pools: Checked[] } | Fault;
}

export interface VerifyLedgerDependencies {
  terminal: Terminal;
  /** The text of a file, piece by piece. */
  read: (file: string) => AsyncIterable<string>;
  begin: (options: { heads: readonly string[]; endsEarly: boolean }) => LedgerCheck;
}

const readOrder = (args: readonly string[]) => {
  const options = {
    head: { type: 'string', multiple: true },
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
  return { file, heads, endsEarly: values['ends-early'] ?? false };
};

const faultText = ({ line, cause, what }: Fault): string => {
  const row = line === undefined ? '' : `line ${line}${cause === undefined ? '' : ` (${cause})`}: `;
  return printable(`Not unchanged: ${row}${what}.`);
};

const poolText = ({ pool, sealed, begins, head }: Checked): string[] => [
  ...(begins
    ? [
        `${pool}: begins in the middle of the chain, at ${begins.position} of segment ${begins.segment},`,
        `  and goes on from ${begins.previousHash}; what came before was not looked at.`,
      ]
    : []),
  ...(head === undefined ? [] : [`${pool}: ${sealed} sealed; the last hash, to be noted: ${head}`]),
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

/** Reads no further than to the first fault. */
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

/** `npm run verify-ledger`. @returns how to end. */
export const verifyLedger = async (
  args: readonly string[],
  parts: VerifyLedgerDependencies,
): Promise<number> => {
  const { terminal } = parts;
  try {
    const order = readOrder(args);
    if (!order) {
      terminal.out(verifyLedgerHelp);
      return 0;
    }
    const told = await check(order.file, parts, parts.begin(order));
    if ('what' in told) {
      terminal.out(`${faultText(told)}\n`);
      return exitCodes.fail;
    }
    terminal.out(reportText(told.pools));
    return exitCodes.pass;
  } catch (error) {
    const { exitCode, message } = describeFailure(error);
    terminal.log(printable(message));
    return exitCode === exitCodes.badInput ? exitCode : unreadable;
  }
};
