import type { CommandContext } from '../commands/command.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { describeError } from '../output/describe-error.ts';
import { printable, printableJson } from '../output/terminal.ts';
import type { Check, CheckResult, Facts } from './check.ts';
import { addressCheck, ciCheck, clockCheck, nodeCheck, proxyCheck, reachCheck } from './machine-checks.ts';
import {
  baseCheck,
  commitCheck,
  creditsCheck,
  credentialCheck,
  planCheck,
  repositoryCheck,
} from './service-checks.ts';

/** The checks in their order: a later one uses the facts of earlier ones. */
const checks: readonly Check[] = [
  nodeCheck(process.versions.node),
  ciCheck,
  proxyCheck,
  addressCheck,
  reachCheck,
  clockCheck,
  credentialCheck,
  commitCheck,
  baseCheck,
  repositoryCheck,
  planCheck,
  creditsCheck,
];

/** The first line describes the state, the others the remedy. */
const split = (text: string): { detail: string; remedy?: string } => {
  const [detail = '', ...remedy] = text.split('\n');
  return { detail, ...(remedy.length > 0 && { remedy: remedy.join('\n') }) };
};

const runCheck = async (check: Check, context: CommandContext, facts: Facts): Promise<CheckResult> => {
  const { name, needs } = check;
  if (needs.some((need) => facts[need] === undefined))
    return { name, state: 'skipped', detail: 'not checked' };
  try {
    const { detail, isNote } = await check.run(context, facts);
    return { name, state: isNote ? 'note' : 'ok', ...split(detail) };
  } catch (error) {
    const { exitCode, because, message } = describeError(error, context);
    return { name, state: 'failed', ...split(message), exit: { code: exitCode, because } };
  }
};

const nameWidth = 10;
const stateWidth = 7;

const linesOf = ({ name, state, detail, remedy }: CheckResult): string[] => [
  `${state.padEnd(stateWidth)} ${name.padEnd(nameWidth)} ${detail}`,
  ...(remedy?.split('\n') ?? []).map((line) => `${' '.repeat(stateWidth + nameWidth + 2)}${line}`),
];

/** `doctor`: checks everything that a scan needs, and spends nothing. The exit code is that of the first failure. */
export const doctor = async (context: CommandContext): Promise<ExitCode> => {
  const { flags, terminal } = context;
  const facts: Facts = {};
  const results: CheckResult[] = [];
  for (const check of checks) {
    const result = await runCheck(check, context, facts);
    results.push(result);
    if (flags.json !== true) for (const line of linesOf(result)) terminal.out(`${printable(line)}\n`);
  }
  const first = results.find(({ state }) => state === 'failed');
  const exit = first?.exit ?? { code: exitCodes.pass, because: 'pass' };
  if (flags.json === true) terminal.out(`${printableJson({ checks: results, exit })}\n`);
  return exit.code;
};
