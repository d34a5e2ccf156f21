import { maxDepth, namesAfter, take, tokensOf, type Cursor } from './read-expression.ts';

/** A part of a condition of GitHub Actions. Names and texts are in lower case, because comparisons ignore case. */
export type Condition =
  | { kind: 'text'; text: string }
  /** A number, or the path to a value: `github.event.sender.login`. */
  | { kind: 'value'; path: string[] }
  | { kind: 'call'; name: string; given: Condition[] }
  | { kind: 'not'; part: Condition }
  | { kind: 'all' | 'any'; parts: Condition[] }
  | { kind: 'comparison'; operator: string; sides: Condition[] };

const comparisons = new Set(['==', '!=', '<', '<=', '>', '>=']);
const nothing: Condition = { kind: 'text', text: '' };

/** Reads conditions that commas separate, up to a closing parenthesis. */
const readGiven = (cursor: Cursor): Condition[] => {
  const given: Condition[] = [];
  cursor.depth += 1;
  while (cursor.at < cursor.tokens.length && !take(cursor, ')')) {
    const from = cursor.at;
    if (cursor.depth <= maxDepth) given.push(readAny(cursor));
    if (cursor.at === from) cursor.at += 1;
    else take(cursor, ',');
  }
  cursor.depth -= 1;
  return given;
};

const readOperand = (cursor: Cursor): Condition => {
  const token = cursor.tokens[cursor.at];
  if (token === undefined || [')', ']', ','].includes(token)) return nothing;
  cursor.at += 1;
  if (token.startsWith("'")) return { kind: 'text', text: token.slice(1) };
  const isCall = token !== '(' && take(cursor, '(');
  const given = isCall || token === '(' ? readGiven(cursor) : [];
  const names = namesAfter(cursor);
  if (isCall) return { kind: 'call', name: token, given };
  return token === '(' ? (given[0] ?? nothing) : { kind: 'value', path: [token, ...names] };
};

const readNegated = (cursor: Cursor): Condition => {
  let isNegated = false;
  while (take(cursor, '!')) isNegated = !isNegated;
  const part = readOperand(cursor);
  return isNegated ? { kind: 'not', part } : part;
};

const readComparison = (cursor: Cursor): Condition => {
  let condition = readNegated(cursor);
  for (;;) {
    const operator = cursor.tokens[cursor.at] ?? '';
    if (!comparisons.has(operator)) return condition;
    cursor.at += 1;
    condition = { kind: 'comparison', operator, sides: [condition, readNegated(cursor)] };
  }
};

const readAll = (cursor: Cursor): Condition => {
  const parts = [readComparison(cursor)];
  while (take(cursor, '&&')) parts.push(readComparison(cursor));
  return parts.length === 1 ? parts[0]! : { kind: 'all', parts };
};

const readAny = (cursor: Cursor): Condition => {
  const parts = [readAll(cursor)];
  while (take(cursor, '||')) parts.push(readAll(cursor));
  return parts.length === 1 ? parts[0]! : { kind: 'any', parts };
};

/** Reads the condition of a job or a step, however it is spelled, in time linear in its length. */
export const readCondition = (content: string): Condition =>
  readAny({ tokens: tokensOf(content), at: 0, depth: 0 });
