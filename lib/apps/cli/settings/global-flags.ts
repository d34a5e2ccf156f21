import type { CommandEnvironment } from '../commands/command-environment.ts';

interface GivenGlobalFlags {
  /** Silences everything but results; the failure of a command is still shown. */
  quiet?: unknown;
  color?: unknown;
}

/** Whether output is colored: by `--color`, otherwise by NO_COLOR and the terminal. */
export const isColored = ({ environment, terminal }: CommandEnvironment, color: unknown): boolean => {
  if (color === 'always') return true;
  const isRefused =
    color === 'never' || (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb';
  return !isRefused && terminal.columns !== undefined;
};

/** Adapts the environment of a command to the global flags. */
export const withGlobalFlags = (
  commandEnvironment: CommandEnvironment,
  { quiet, color }: GivenGlobalFlags,
): CommandEnvironment => {
  const { terminal } = commandEnvironment;
  return {
    ...commandEnvironment,
    terminal: {
      ...terminal,
      out: (text) => terminal.out(text),
      log: (text) => (quiet === true ? undefined : terminal.log(text)),
      isColored: isColored(commandEnvironment, color),
      redraw: quiet === true ? undefined : terminal.redraw,
    },
  };
};
