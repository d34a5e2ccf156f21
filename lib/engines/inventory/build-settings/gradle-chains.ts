import { hasHiddenLetters } from '../jvm/gradle-statements.ts';
import { isMark, type GradleToken } from '../jvm/gradle-tokens.ts';

/** A name in a chain of calls, `configurations.named('x')`, with what it is called with. */
export interface Link {
  name: string;
  /** Undefined for a property. */
  given?: readonly GradleToken[];
}

/** The calls of a statement. */
export interface Chain {
  links: Link[];
  /** The tokens after them: the statement does more, or something else. */
  rest: readonly GradleToken[];
  /** The parameter and the body of a function without braces, `c -> …`, that the last call gets. */
  inner?: { parameter: string; tokens: readonly GradleToken[] };
}

/** Returns the index of the bracket that ends what the one at the index begins; -1 for none. */
export const closingOf = (tokens: readonly GradleToken[], open: number): number => {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (isMark(tokens[at], '(') || isMark(tokens[at], '[')) depth += 1;
    if (isMark(tokens[at], ')') || isMark(tokens[at], ']')) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
};

/** The parameter with which a function begins, and how many tokens state it. */
export interface Parameter {
  name: string;
  length: number;
}

/** Returns the parameter with which a function begins: `name ->`, `Type name ->` or `name: Type ->`; undefined for none. */
export const parameterOf = (tokens: readonly GradleToken[]): Parameter | undefined => {
  const arrow = tokens
    .slice(0, 5)
    .findIndex((token, at) => isMark(token, '-') && isMark(tokens[at + 1], '>'));
  const names = tokens.slice(0, Math.max(arrow, 0)).filter(({ kind }) => kind === 'word');
  const isTyped = arrow === 3 && isMark(tokens[1], ':');
  if (names.length !== (isTyped ? 2 : arrow) || names.length === 0 || arrow > 3) return undefined;
  return { name: (isTyped ? names[0] : names.at(-1))?.value ?? '', length: arrow + 2 };
};

/** Returns the text of an argument if it is that text and nothing else. */
export const plainText = (given: readonly GradleToken[] | undefined): string | undefined => {
  const [first, second] = given ?? [];
  const isAlone = first?.kind === 'text' && (second === undefined || isMark(second, ','));
  return isAlone &&
    !first.value.includes('$') &&
    !first.value.includes('\\') &&
    !hasHiddenLetters(first.value)
    ? first.value
    : undefined;
};

/** Reads the arguments of a call. What has no closing bracket goes on in a block, as in `all({ … })`. */
const callAt = (
  tokens: readonly GradleToken[],
  open: number,
): Pick<Chain, 'inner'> & { given: readonly GradleToken[]; end: number } => {
  const close = closingOf(tokens, open);
  const given = tokens.slice(open + 1, close === -1 ? tokens.length : close);
  const end = close === -1 ? tokens.length : close + 1;
  const from = given.findLastIndex((token) => isMark(token, ',')) + 1;
  const body = given.slice(from);
  const parameter = parameterOf(body);
  if (parameter === undefined || end < tokens.length) return { given, end };
  return {
    given: given.slice(0, from),
    end,
    inner: { parameter: parameter.name, tokens: body.slice(parameter.length) },
  };
};

/** Reads the chain of calls at the start of a statement. */
export const chainOf = (tokens: readonly GradleToken[]): Chain => {
  const links: Link[] = [];
  let at = 0;
  if (tokens[0]?.kind === 'text') {
    // A name in quotes: a configuration in their container.
    links.push({ name: 'named', given: tokens.slice(0, 1) });
    at = 1;
    if (isMark(tokens[1], '(') && isMark(tokens[2], ')')) at = 3;
  }
  for (;;) {
    const token = tokens[at];
    if (token?.kind !== 'word' || token.value.endsWith('.')) break;
    for (const name of token.value.split('.')) links.push({ name });
    at += 1;
    const last = links.at(-1)!;
    if (isMark(tokens[at], '(')) {
      const { given, end, inner } = callAt(tokens, at);
      last.given = given;
      at = end;
      if (inner) return { links, rest: tokens.slice(at), inner };
    } else if (tokens[at]?.kind === 'text' && plainText(tokens.slice(at)) !== undefined) {
      last.given = tokens.slice(at);
      at = tokens.length;
    }
    const close = isMark(tokens[at], '[') ? closingOf(tokens, at) : -1;
    if (close !== -1) {
      links.push({ name: 'getAt', given: tokens.slice(at + 1, close) });
      at = close + 1;
    }
    if (!isMark(tokens[at], '.')) break;
    at += 1;
  }
  return { links, rest: tokens.slice(at) };
};
