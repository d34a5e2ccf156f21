/** A value that the result of an expression of GitHub Actions may contain. */
export interface ReadValue {
  /** Its names in lower case, as in `github.event.issue.title`; `*` for all of them, or for one that is computed. */
  path: string[];
  /** Whether a function gets it, which may return everything in it. */
  isArgument: boolean;
}

/** A place in an expression that is being read. */
export interface Cursor {
  /** Names, numbers, operators, and texts with the quote before them. */
  tokens: readonly string[];
  at: number;
  depth: number;
}

/** GitHub refuses expressions that are deeper than 50. */
export const maxDepth = 100;
/** Longer than the path to any value that a rule asks for. */
const maxPath = 20;

const pairs = new Set(['&&', '||', '==', '!=', '<=', '>=']);
const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=']);
const ends = new Set([undefined, ')', ']', ',']);

/** Functions that return a boolean or a hash. */
const harmless = new Set(
  'contains startswith endswith always success failure cancelled hashfiles'.split(' '),
);

const isWordAt = (text: string, at: number): boolean => at < text.length && /[\w-]/.test(text.charAt(at));

/** Returns the index after a text in quotes; two quotes stand for one in it. */
const afterQuoted = (text: string, open: number): number => {
  let close = text.indexOf("'", open + 1);
  while (close !== -1 && text.charAt(close + 1) === "'") close = text.indexOf("'", close + 2);
  return close === -1 ? text.length : close + 1;
};

/** Returns the tokens of an expression, in lower case. */
export const tokensOf = (text: string): string[] => {
  const tokens: string[] = [];
  for (let at = 0; at < text.length;) {
    let end = at + 1;
    if (text.charAt(at) === "'") end = afterQuoted(text, at);
    else if (pairs.has(text.slice(at, at + 2))) end = at + 2;
    else if (isWordAt(text, at)) while (isWordAt(text, end)) end += 1;
    const token = text.slice(at, end);
    if (token.startsWith("'")) tokens.push(token.slice(0, -1).toLowerCase());
    else if (token.trim() !== '') tokens.push(token.toLowerCase());
    at = end;
  }
  return tokens;
};

/** Goes past a token if it is the next one. */
export const take = (cursor: Cursor, token: string): boolean => {
  const isTaken = cursor.tokens[cursor.at] === token;
  if (isTaken) cursor.at += 1;
  return isTaken;
};

/** Reads the names after a value: `.name`, `.*`, `['name']` or `[index]`. */
export const namesAfter = (cursor: Cursor): string[] => {
  const names: string[] = [];
  const add = (name: string): void => {
    if (names.length < maxPath) names.push(name);
  };
  for (;;) {
    if (take(cursor, '.')) {
      add(cursor.tokens[cursor.at] ?? '');
      cursor.at += 1;
    } else if (take(cursor, '[')) {
      const [token = '', next] = cursor.tokens.slice(cursor.at, cursor.at + 2);
      add(token.startsWith("'") && next === ']' ? token.slice(1) : '*');
      readList(cursor, ']');
    } else return names;
  }
};

/** Reads values up to a bracket. */
const readList = (cursor: Cursor, close: string): ReadValue[] => {
  const values: ReadValue[] = [];
  cursor.depth += 1;
  while (cursor.at < cursor.tokens.length && !take(cursor, close)) {
    const from = cursor.at;
    if (cursor.depth <= maxDepth) for (const value of readEither(cursor)) values.push(value);
    if (cursor.at === from) cursor.at += 1;
  }
  cursor.depth -= 1;
  return values;
};

/** Reads a name, a call, a text or what is in parentheses. */
const readOperand = (cursor: Cursor): ReadValue[] => {
  const token = cursor.tokens[cursor.at];
  if (ends.has(token)) return [];
  cursor.at += 1;
  let values: ReadValue[] = [];
  if (token === '(') values = readList(cursor, ')');
  else if (take(cursor, '(')) {
    const given = readList(cursor, ')');
    if (!harmless.has(token ?? '')) values = given.map(({ path }) => ({ path, isArgument: true }));
  } else if (token !== undefined && !token.startsWith("'")) values = [{ path: [token], isArgument: false }];
  const names = namesAfter(cursor);
  for (const { path } of values) path.push(...names.slice(0, maxPath - path.length));
  return values;
};

const readNegated = (cursor: Cursor): ReadValue[] => {
  let isNegated = false;
  while (take(cursor, '!')) isNegated = true;
  const values = readOperand(cursor);
  return isNegated ? [] : values;
};

/** Reads a comparison, whose result is a boolean, or one operand. */
const readComparison = (cursor: Cursor): ReadValue[] => {
  let values = readNegated(cursor);
  while (comparisons.has(cursor.tokens[cursor.at] ?? '')) {
    cursor.at += 1;
    readNegated(cursor);
    values = [];
  }
  return values;
};

/** Reads operands of `&&`, of which the result is the last one, or one that is empty. */
const readBoth = (cursor: Cursor): ReadValue[] => {
  let values = readComparison(cursor);
  while (take(cursor, '&&')) values = readComparison(cursor);
  return values;
};

const readEither = (cursor: Cursor): ReadValue[] => {
  const values = readBoth(cursor);
  while (take(cursor, '||')) for (const value of readBoth(cursor)) values.push(value);
  return values;
};

/**
 * Returns the values that the result of an expression may contain, however they are spelled: not those that are only compared.
 * Takes time linear in the length of the expression.
 */
export const readExpression = (content: string): ReadValue[] =>
  readList({ tokens: tokensOf(content), at: 0, depth: 0 }, '');
