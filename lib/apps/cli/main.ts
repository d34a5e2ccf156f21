import { commands } from './commands/index.ts';
import type { CommandEnvironment } from './commands/command-environment.ts';
import type { ExitCode } from './exit-codes.ts';
import { runCommandLine } from './run-command-line.ts';

/** The command line with all of its commands. @returns the exit code. */
export const main = (args: readonly string[], commandEnvironment: CommandEnvironment): Promise<ExitCode> =>
  runCommandLine(commands, args, commandEnvironment);
