import type { AnyCommand } from './command.ts';

/** The commands, in the order of help: parsing, help, completion and the reference are made of this table. */
export const commands: readonly AnyCommand[] = [];
