import { gradleTokens, type GradleToken } from './gradle-tokens.ts';

/** A statement of a script, with the names of the enclosing blocks from the outside in. */
export interface GradleStatement {
  blocks: readonly string[];
  /** The tokens before the braces of those blocks; the same array for all statements of a block. */
  around: readonly (readonly GradleToken[])[];
  tokens: GradleToken[];
}

/** A block that is deeper counts as the one around it. */
export const maxDepth = 64;

/** A longer statement is not read. */
const longestStatement = 5000;

const unclear: GradleToken = { kind: 'unclear', value: '' };

const nameOf = (tokens: readonly GradleToken[]): string =>
  tokens[0]?.kind === 'word' ? tokens[0].value : '';

/**
 * Splits a Groovy or Kotlin script into statements. A statement ends at the end of a line outside brackets, and
 * at braces; the text before a brace is a statement too. Blocks below the depth limit count as the deepest
 * block. A statement that is too long is one `unclear` token.
 */
export function* gradleStatements(text: string, isKotlin = false): Generator<GradleStatement> {
  let blocks: readonly string[] = [];
  let around: readonly (readonly GradleToken[])[] = [];
  let beyond = 0;
  let brackets = 0;
  let tokens: GradleToken[] = [];
  const end = (): GradleStatement[] => {
    const statement = { blocks, around, tokens };
    tokens = [];
    brackets = 0;
    if (statement.tokens.length > longestStatement) return [{ ...statement, tokens: [unclear] }];
    return statement.tokens.length > 0 ? [statement] : [];
  };
  for (const token of gradleTokens(text, isKotlin)) {
    const { kind, value } = token;
    if (kind === 'unclear') {
      yield* end();
      tokens.push(token);
    }
    const mark = kind === 'mark' ? value : '';
    const continues = brackets > 0 || tokens.at(-1)?.value === ',';
    if (mark === '{') {
      const header = tokens;
      yield* end();
      if (blocks.length < maxDepth) {
        blocks = [...blocks, nameOf(header)];
        around = [...around, header];
      } else beyond += 1;
    } else if (mark === '}') {
      yield* end();
      if (beyond > 0) beyond -= 1;
      else {
        blocks = blocks.slice(0, -1);
        around = around.slice(0, -1);
      }
    } else if (mark === ';' || (kind === 'line' && !continues)) yield* end();
    else if (kind !== 'line' && kind !== 'unclear') {
      if (mark === '(' || mark === '[') brackets += 1;
      if (mark === ')' || mark === ']') brackets = Math.max(0, brackets - 1);
      tokens.push(token);
    }
  }
  yield* end();
}

/** Returns whether a text has letters that are written as escapes. */
export const hasHiddenLetters = (text: string): boolean => {
  for (let at = text.indexOf('\\'); at !== -1; at = text.indexOf('\\', at + 2)) {
    const next = text[at + 1] ?? '';
    if (next === 'u' || (next >= '0' && next <= '7')) return true;
  }
  return false;
};

/** Returns whether texts among the tokens are not what they seem: written with escapes, or with the dollar signs of Kotlin. */
export const hidesText = (tokens: readonly GradleToken[]): boolean =>
  tokens.some(({ kind, value }) => (kind === 'text' ? hasHiddenLetters(value) : value.endsWith('$$')));
