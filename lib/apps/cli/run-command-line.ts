import { commandHelp, overviewHelp } from './arguments/help.ts';
import { parseCommandLine } from './arguments/parse-arguments.ts';
import type { AnyCommand } from './commands/command.ts';
import type { Surroundings } from './commands/outside.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import { printable, printableJson } from './output/terminal.ts';
import { surroundingsOf } from './settings/surroundings.ts';

const trust = async (caFile: unknown, { files }: Surroundings): Promise<void> => {
  if (typeof caFile !== 'string') return;
  const { trustCertificates } = await import('./settings/ca-file.ts');
  await trustCertificates(caFile, files);
};

/** Runs what the arguments ask for. @throws CliFailure, and what a command throws. */
const runAsked = async (
  commands: readonly AnyCommand[],
  args: readonly string[],
  outside: Surroundings,
): Promise<ExitCode> => {
  const asked = parseCommandLine(args, commands);
  const { terminal, version } = outside;
  if (asked.kind === 'version') terminal.out(`scangate ${version}\n`);
  else if (asked.kind === 'help')
    terminal.out(asked.command ? commandHelp(asked.command) : overviewHelp(commands, asked.group));
  else {
    const { command, flags, positionals } = asked;
    await trust(flags['ca-file'], outside);
    return command.run({ ...surroundingsOf(outside, flags), flags: flags as never, positionals });
  }
  return exitCodes.pass;
};

/** Parses, runs one command of a table, and words what it throws. @returns the exit code. */
export const runCommandLine = async (
  commands: readonly AnyCommand[],
  args: readonly string[],
  outside: Surroundings,
): Promise<ExitCode> => {
  try {
    return await runAsked(commands, args, outside);
  } catch (error) {
    const { describeError } = await import('./output/describe-error.ts');
    const { exitCode, message, because } = describeError(error, outside);
    for (const line of message.split('\n')) outside.terminal.log(printable(line));
    if (args.includes('--json'))
      outside.terminal.out(`${printableJson({ exit: { code: exitCode, because, message } })}\n`);
    return exitCode;
  }
};
