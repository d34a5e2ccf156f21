import type { McpServing } from './mcp.ts';
import type { OfflineCommands } from '../offline/offline-services.ts';
import type { Terminal } from '../output/terminal.ts';
import type { ArchivedFile } from '../verify/read-archive.ts';

/** Reads the named files. Relative paths start at the directory of the caller. */
export interface Files {
  /** Reads a file, at most its first bytes if a number is given. */
  read: (file: string, most?: number) => Promise<Uint8Array>;
  /** Reads the text of a file in chunks. */
  stream: (file: string) => AsyncIterable<string>;
  /** Reads a file, or the JSON files of a folder. */
  readEach: (path: string) => Promise<{ name: string; bytes: Uint8Array }[]>;
  /** Yields the files of a zip, one after the other. @throws Error for one that cannot be read safely. */
  openZip: (file: string) => AsyncIterable<ArchivedFile>;
}

/** Everything external that a command uses. Tests pass their own. */
export interface CommandEnvironment {
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
  /** Reads a monotonic clock. */
  elapsedMs: () => number;
  /** Reads standard input to its end. */
  readInput: () => Promise<string>;
  files: Files;
  /** Aborted by the first Ctrl-C; the second ends the process with 130. */
  interrupted: AbortSignal;
  /** Loads the engines, which are a separate package. @throws CliFailure when they are not installed. */
  loadOffline: () => Promise<OfflineCommands>;
  /** Loads the MCP server. */
  loadMcp: () => Promise<McpServing>;
}
