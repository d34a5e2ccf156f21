import { UnreadableFile } from './unreadable-file.ts';

/** Enough for as many packages as an inventory may have; tokens take many times the memory of their text. */
const maxTokens = 2_000_000;

/**
 * Refuses a text with too many tokens.
 * @throws UnreadableFile
 */
export const checkTokens = (count: number): void => {
  if (count > maxTokens) throw new UnreadableFile(`it has more than ${maxTokens} tokens`);
};
