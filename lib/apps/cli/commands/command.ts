import type { ExitCode } from '../exit-codes.ts';
import {
  choiceFlag,
  fileFlag,
  switchFlag,
  textFlag,
  type Flags,
  type FlagValues,
} from '../arguments/flags.ts';
import type { CommandEnvironment } from './command-environment.ts';

/** The flags that every command takes. */
export const globalFlags = {
  url: textFlag('URL', 'the address of the service, else SCANGATE_URL'),
  organization: textFlag('ID', 'the organization, else SCANGATE_ORGANIZATION'),
  repository: textFlag('NAME', 'the full name of the repository, else that of the CI or of origin'),
  'ca-file': fileFlag('FILE', 'trust these certificates too, as PEM'),
  json: switchFlag('one JSON document on standard output'),
  quiet: switchFlag('no progress and no notes'),
  color: choiceFlag('WHEN', ['auto', 'always', 'never'], 'auto, always or never'),
  debug: switchFlag('method, path, status and request id of each request'),
  help: switchFlag('show the help of the command'),
  version: switchFlag('show the version'),
} as const;

export interface Positional {
  /** In capitals, as help shows it. */
  name: string;
  isRequired: boolean;
  /** The values that completion offers. */
  choices?: readonly string[];
}

type GlobalFlagValues = FlagValues<typeof globalFlags>;

/** The argument of a command's `run`: the parsed command line, and everything external. */
export interface CommandContext<F extends Flags = Record<never, never>> extends CommandEnvironment {
  flags: GlobalFlagValues & FlagValues<F>;
  /** The given positionals, by their names. */
  positionals: readonly string[];
}

export interface Command<F extends Flags = Record<never, never>> {
  /** One word, or a group and a word: `scan`, `policy check`. */
  name: string;
  /** One sentence with a final period, at most 60 characters. */
  summary: string;
  positionals: readonly Positional[];
  flags: F;
  /** One command line. */
  example: string;
  /** Sentences that help shows below the flags; each text is a paragraph. */
  notes?: readonly string[];
  /** Runs the command. Its modules are imported inside, so that help starts fast. */
  run: (context: CommandContext<F>) => Promise<ExitCode>;
}

/** A command of the table, whatever its flags are. */
export type AnyCommand = Omit<Command, 'flags' | 'run'> & {
  flags: Flags;
  run: (context: CommandContext) => Promise<ExitCode>;
};

/** Defines a command, with the types of its flags. */
export const defineCommand = <const F extends Flags>(command: Command<F>): AnyCommand => ({
  ...command,
  run: (context) => command.run(context as CommandContext<F>),
});
