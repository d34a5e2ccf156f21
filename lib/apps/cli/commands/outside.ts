import type { Terminal } from '../output/terminal.ts';

/** Everything that a command takes from the outside. Tests give their own. */
export interface Outside {
  environment: Readonly<Record<string, string | undefined>>;
  /** The start of relative paths. */
  directory: string;
  terminal: Terminal;
  version: string;
  now: () => Date;
  /** Makes a random UUID. */
  newId: () => string;
  fetch: typeof globalThis.fetch;
  sleep: (delayMs: number) => Promise<void>;
  /** Reads a clock that never goes back. */
  elapsedMs: () => number;
  /** Reads standard input to its end. */
  readInput: () => Promise<string>;
  /** Is aborted by the first Ctrl-C; the second ends the process with 130. */
  interrupted: AbortSignal;
}
