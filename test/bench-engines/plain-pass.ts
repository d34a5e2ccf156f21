import { parse } from '@scangate/engines/sast/parser';
import { sourceTypeOf } from '@scangate/engines/sast/source-type';
import type { Row } from './row.ts';

/** The tokens of most languages and formats: words, numbers, quoted strings, white space, punctuation. */
const token = /[\p{L}\p{N}_$@./-]+|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\s+|[^]/gu;

/** Goes through the tokens of a text, as anything that reads it has to. @returns how many there are. */
export const countTokens = (text: string): number => {
  let count = 0;
  token.lastIndex = 0;
  while (token.test(text)) count += 1;
  return count;
};

/** Decodes files and goes through their tokens. */
export const tokenize = (files: Iterable<Uint8Array>): void => {
  const decoder = new TextDecoder();
  for (const file of files) countTokens(decoder.decode(file));
};

/** Decodes source files and parses them, without any analysis of the trees. */
export const parseAll = (files: ReadonlyMap<string, Buffer>): void => {
  for (const [path, content] of files) {
    const type = sourceTypeOf(path);
    if (type) parse(type.dialect, content.toString('utf8'));
  }
};

/** The row of a measured pass as a multiple of a plain one over the same bytes in the same run. */
export const timesRow = (
  row: Pick<Row, 'section' | 'what'>,
  { ms, plainMs, plain, atMost }: { ms: number; plainMs: number; plain: string; atMost: number },
): Row => ({ ...row, value: ms / plainMs, unit: `× ${plain}`, atMost });
