/** Comparisons of texts and properties, as far as they are not computed in another way. */
type Expression =
  | { left: string; right: string; isEqual: boolean }
  | { not: Expression }
  | { all: readonly Expression[] }
  | { any: readonly Expression[] };

/** A condition of MSBuild. */
export interface Condition {
  text: string;
  /** True where it must not be met, as the `When` before an `Otherwise`. */
  isNegated: boolean;
  /** Absent where it asks for anything but comparisons. */
  expression?: Expression;
}

/** Conditions that must all be met. */
export type Conditions = readonly Condition[];

const longestCondition = 500;
const maxConditions = 50;
const maxDepth = 20;

const unclear: Conditions = [{ text: '', isNegated: false }];

const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const space = ' \t\r\n';
/** Returns whether a text has a sign, which is empty behind the end of another text. */
const has = (signs: string, sign: string): boolean => sign !== '' && signs.includes(sign);

const isWord = (text: string): boolean =>
  text !== '' && [...text].every((sign) => has(`${letters}${digits}_`, sign.toLowerCase()));

/** Reads the comparisons of a condition by `==` and `!=`, with `!`, `and` and `or`. */
class ConditionText {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the whole condition; undefined where it has anything else. */
  read(): Expression | undefined {
    const whole = this.#joined('or', 'any');
    this.#skipSpace();
    return this.#at === this.#text.length ? whole : undefined;
  }

  #skipSpace(): void {
    while (has(space, this.#text.charAt(this.#at))) this.#at += 1;
  }

  #takes(sign: string): boolean {
    this.#skipSpace();
    if (this.#text.slice(this.#at, this.#at + sign.length).toLowerCase() !== sign) return false;
    this.#at += sign.length;
    return true;
  }

  #takesWord(word: string): boolean {
    const start = this.#at;
    if (this.#takes(word) && has(`${space}('`, this.#text.charAt(this.#at))) return true;
    this.#at = start;
    return false;
  }

  /** Reads parts between `or`, each of which is parts between `and`. */
  #joined(word: 'or' | 'and', kind: 'any' | 'all'): Expression | undefined {
    const parts: Expression[] = [];
    do {
      const part = kind === 'any' ? this.#joined('and', 'all') : this.#part();
      if (!part) return undefined;
      parts.push(part);
    } while (this.#takesWord(word));
    return kind === 'any' ? { any: parts } : { all: parts };
  }

  #part(isOfNegation = false): Expression | undefined {
    const isNegated = this.#takes('!');
    if (!isNegated && !this.#takes('(')) return this.#comparison(isOfNegation);
    this.#depth += 1;
    const inside = this.#depth > maxDepth ? undefined : this.#inside(isNegated);
    this.#depth -= 1;
    return inside;
  }

  #inside(isNegated: boolean): Expression | undefined {
    const inner = isNegated ? this.#part(true) : this.#joined('or', 'any');
    if (!inner || (!isNegated && !this.#takes(')'))) return undefined;
    return isNegated ? { not: inner } : inner;
  }

  /** A negation is of one value: MSBuild compares `!'a'` with what follows, which is not read here. */
  #comparison(isOfNegation: boolean): Expression | undefined {
    const left = this.#operand();
    if (left === undefined) return undefined;
    if (isOfNegation) return { left, right: 'true', isEqual: true };
    const isEqual = this.#takes('==');
    // A value alone is true or not.
    if (!isEqual && !this.#takes('!=')) return { left, right: 'true', isEqual: true };
    const right = this.#operand();
    return right === undefined ? undefined : { left, right, isEqual };
  }

  /** Reads a text in quotes, a property or a word. */
  #operand(): string | undefined {
    const isQuoted = this.#takes("'");
    const start = this.#at;
    const end = isQuoted ? this.#text.indexOf("'", start) : this.#endOfWord();
    if (end === -1) return undefined;
    this.#at = isQuoted ? end + 1 : end;
    const text = this.#text.slice(start, end);
    return isQuoted || isWord(text) || propertyIn(text) !== undefined ? text : undefined;
  }

  #endOfWord(): number {
    if (this.#text.startsWith('$(', this.#at)) return this.#text.indexOf(')', this.#at) + 1 || -1;
    let end = this.#at;
    while (isWord(this.#text.charAt(end))) end += 1;
    return end;
  }
}

/** Returns the name of the property that is a whole text. */
const propertyIn = (text: string): string | undefined => {
  const name = text.slice('$('.length, -1);
  return text.startsWith('$(') && text.endsWith(')') && isWord(name) ? name.toLowerCase() : undefined;
};

const computing = ['$', '@', '%'];

/** Reads the text of a condition. */
export const readCondition = (text: string, isNegated = false): Condition => {
  if (text.length > longestCondition) return { text: '', isNegated };
  const expression = new ConditionText(text).read();
  return { text, isNegated, ...(expression && { expression }) };
};

/** Joins conditions that must all be met. */
export const joinConditions = (
  one: Conditions | undefined,
  other: Conditions | undefined,
): Conditions | undefined => {
  if (!one || !other) return one ?? other;
  const all = [...one, ...other];
  return all.length > maxConditions ? unclear : all;
};

/** Returns the value of a property; undefined where it is not known. */
type ValueOf = (property: string) => string | undefined;

const textOf = (operand: string, valueOf: ValueOf): string | undefined => {
  const property = propertyIn(operand);
  const text = property === undefined ? operand : valueOf(property);
  return text === undefined || computing.some((sign) => text.includes(sign)) ? undefined : text.toLowerCase();
};

const booleans = new Map([
  ...['true', 'on', 'yes'].map((word) => [word, true] as const),
  ...['false', 'off', 'no'].map((word) => [word, false] as const),
]);
const numbers: ReadonlySet<string> = new Set(['nan', 'infinity']);

/** True for a text that is no number and no truth value for MSBuild, so that it is compared letter by letter. */
const isPlain = (text: string): boolean =>
  text === '' ||
  (has(letters, text.charAt(0)) &&
    [...text].every((sign) => has(`${letters}${digits}.-_ /\\`, sign)) &&
    !booleans.has(text) &&
    !numbers.has(text));

/** Returns whether two texts are equal for MSBuild; undefined where that depends on how it reads them. */
const areEqual = (one: string, other: string): boolean | undefined => {
  const [left, right] = [booleans.get(one), booleans.get(other)];
  if (left !== undefined && right !== undefined) return left === right;
  if (!isPlain(one) && !isPlain(other)) return one === other && !numbers.has(one) ? true : undefined;
  return one === other;
};

/** Returns whether an expression is met; undefined where that is not known. */
const holds = (expression: Expression, valueOf: ValueOf): boolean | undefined => {
  if ('left' in expression) {
    const [left, right] = [textOf(expression.left, valueOf), textOf(expression.right, valueOf)];
    const equal = left === undefined || right === undefined ? undefined : areEqual(left, right);
    return equal === undefined ? undefined : equal === expression.isEqual;
  }
  if ('not' in expression) {
    const met = holds(expression.not, valueOf);
    return met === undefined ? undefined : !met;
  }
  const decisive = 'any' in expression;
  const each = ('any' in expression ? expression.any : expression.all).map((part) => holds(part, valueOf));
  if (each.includes(decisive)) return decisive;
  return each.includes(undefined) ? undefined : !decisive;
};

/**
 * Leaves out conditions that are met.
 * @returns undefined when all are met, false when one is not.
 */
export const openConditions = (
  conditions: Conditions | undefined,
  valueOf: ValueOf,
): Conditions | undefined | false => {
  if (!conditions) return undefined;
  const open: Condition[] = [];
  for (const each of conditions) {
    const met = each.expression && holds(each.expression, valueOf);
    if (met === each.isNegated) return false;
    if (met === undefined) open.push(each);
  }
  return open.length === 0 ? undefined : open;
};

const asksOnly = (expression: Expression, property: string): boolean => {
  if ('left' in expression)
    return [expression.left, expression.right].every(
      (operand) => propertyIn(operand) === property || !computing.some((sign) => operand.includes(sign)),
    );
  if ('not' in expression) return asksOnly(expression.not, property);
  return ('any' in expression ? expression.any : expression.all).every((each) => asksOnly(each, property));
};

/** The property by which a build with several target frameworks tells which one it is for. */
export const frameworkProperty = 'targetframework';

/** True for conditions that nothing but the target framework decides. */
export const areOfFramework = (conditions: Conditions): boolean =>
  conditions.every(({ expression }) => expression !== undefined && asksOnly(expression, frameworkProperty));
