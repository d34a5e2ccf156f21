import type { Surroundings } from '../commands/surroundings.ts';

interface GivenGlobalFlags {
  /** Silences everything but results; the failure of a command is still said. */
  quiet?: unknown;
  color?: unknown;
}

/** Whether output is colored: `--color` decides, else NO_COLOR and the terminal. */
export const isColored = ({ environment, terminal }: Surroundings, color: unknown): boolean => {
  if (color === 'always') return true;
  const isRefused =
    color === 'never' || (environment['NO_COLOR'] ?? '') !== '' || environment['TERM'] === 'dumb';
  return !isRefused && terminal.columns !== undefined;
};

/** Fits the surroundings to the flags that every command takes. */
export const withGlobalFlags = (
  surroundings: Surroundings,
  { quiet, color }: GivenGlobalFlags,
): Surroundings => {
  const { terminal } = surroundings;
  return {
    ...surroundings,
    terminal: {
      ...terminal,
      out: (text) => terminal.out(text),
      log: (text) => (quiet === true ? undefined : terminal.log(text)),
      isColored: isColored(surroundings, color),
      redraw: quiet === true ? undefined : terminal.redraw,
    },
  };
};
