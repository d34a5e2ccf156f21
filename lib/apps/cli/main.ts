import { commands } from './commands/index.ts';
import type { Surroundings } from './commands/surroundings.ts';
import type { ExitCode } from './exit-codes.ts';
import { runCommandLine } from './run-command-line.ts';

/** The command line with all of its commands. @returns the exit code. */
export const main = (args: readonly string[], surroundings: Surroundings): Promise<ExitCode> =>
  runCommandLine(commands, args, surroundings);
