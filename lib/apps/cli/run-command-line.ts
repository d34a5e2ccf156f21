import { commandHelp, overviewHelp } from './arguments/help.ts';
import { parseCommandLine } from './arguments/parse-arguments.ts';
import type { AnyCommand } from './commands/command.ts';
import type { CommandEnvironment } from './commands/command-environment.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import { printable, printableJson } from './output/terminal.ts';
import { withGlobalFlags } from './settings/global-flags.ts';

const trust = async (caFile: unknown, { files }: CommandEnvironment): Promise<void> => {
  if (typeof caFile !== 'string') return;
  const { trustCertificates } = await import('./settings/ca-file.ts');
  await trustCertificates(caFile, files);
};

/** Runs the requested command. @throws CliFailure, and what a command throws. */
const runParsed = async (
  commands: readonly AnyCommand[],
  args: readonly string[],
  commandEnvironment: CommandEnvironment,
): Promise<ExitCode> => {
  const asked = parseCommandLine(args, commands);
  const { terminal, version } = commandEnvironment;
  if (asked.kind === 'version') terminal.out(`scangate ${version}\n`);
  else if (asked.kind === 'help')
    terminal.out(asked.command ? commandHelp(asked.command) : overviewHelp(commands, asked.group));
  else {
    const { command, flags, positionals } = asked;
    await trust(flags['ca-file'], commandEnvironment);
    return command.run({ ...withGlobalFlags(commandEnvironment, flags), flags: flags as never, positionals });
  }
  return exitCodes.pass;
};

/** Parses the command line, runs one command of a table, and describes its errors. @returns the exit code. */
export const runCommandLine = async (
  commands: readonly AnyCommand[],
  args: readonly string[],
  commandEnvironment: CommandEnvironment,
): Promise<ExitCode> => {
  try {
    return await runParsed(commands, args, commandEnvironment);
  } catch (error) {
    const { describeError } = await import('./output/describe-error.ts');
    const { exitCode, message, because } = describeError(error, commandEnvironment);
    for (const line of message.split('\n')) commandEnvironment.terminal.log(printable(line));
    if (args.includes('--json'))
      commandEnvironment.terminal.out(`${printableJson({ exit: { code: exitCode, because, message } })}\n`);
    return exitCode;
  }
};
