/** A comparison of the target framework with a text, or several of them. */
type Expression =
  | { framework: string; isEqual: boolean }
  | { all: readonly Expression[] }
  | { any: readonly Expression[] };

/** A condition of MSBuild. */
export interface Condition {
  text: string;
  /** True where it must not be met, as the `When` before an `Otherwise`. */
  isNegated: boolean;
  /** Absent unless it compares the target framework with texts and asks for nothing else. */
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
const frameworkProperty = '$(targetframework)';

/** Returns whether a text has a sign, which is empty behind the end of another text. */
const has = (signs: string, sign: string): boolean => sign !== '' && signs.includes(sign);

/**
 * True for a text that MSBuild compares letter by letter with any other: it takes numbers, and words like `on`, for
 * their values.
 */
const isPlain = (text: string): boolean => {
  const signs = [...text.toLowerCase()];
  if (signs.length !== text.length || !signs.every((sign) => has(`${letters}${digits}.-_`, sign)))
    return false;
  return text === '' || (has(letters, signs[0] ?? '') && signs.some((sign) => has(digits, sign)));
};

/** Reads the conditions of MSBuild that compare `$(TargetFramework)` with texts by `==` and `!=`, with `and` and `or`. */
class FrameworkCondition {
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

  #part(): Expression | undefined {
    if (!this.#takes('(')) return this.#comparison();
    this.#depth += 1;
    const inside = this.#depth > maxDepth ? undefined : this.#joined('or', 'any');
    this.#depth -= 1;
    return inside && this.#takes(')') ? inside : undefined;
  }

  #comparison(): Expression | undefined {
    const left = this.#operand();
    const isEqual = this.#takes('==');
    if (left === undefined || (!isEqual && !this.#takes('!='))) return undefined;
    const right = this.#operand();
    const isSwapped = right?.toLowerCase() === frameworkProperty;
    const [property, framework] = isSwapped ? [right, left] : [left, right];
    if (property?.toLowerCase() !== frameworkProperty || framework === undefined) return undefined;
    return isPlain(framework) ? { framework: framework.toLowerCase(), isEqual } : undefined;
  }

  /** Reads a text in quotes, or the property without them. */
  #operand(): string | undefined {
    if (this.#takes(frameworkProperty)) return frameworkProperty;
    if (!this.#takes("'")) return undefined;
    const end = this.#text.indexOf("'", this.#at);
    if (end === -1) return undefined;
    const text = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    return text;
  }
}

/** Reads the text of a condition. */
export const readCondition = (text: string, isNegated = false): Condition => {
  if (text.length > longestCondition) return { text: '', isNegated };
  const expression = new FrameworkCondition(text).read();
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

const holds = (expression: Expression, framework: string): boolean => {
  if ('all' in expression) return expression.all.every((each) => holds(each, framework));
  if ('any' in expression) return expression.any.some((each) => holds(each, framework));
  return (expression.framework === framework) === expression.isEqual;
};

/** Returns whether a condition is met for a target framework; undefined where that is not known. */
const isMet = ({ expression, isNegated }: Condition, framework: string): boolean | undefined =>
  expression && holds(expression, framework) !== isNegated;

/**
 * Leaves out conditions that are met for a target framework.
 * @returns undefined when all are met, false when one is not.
 */
export const openConditions = (
  conditions: Conditions | undefined,
  framework: string | undefined,
): Conditions | undefined | false => {
  if (!conditions || framework === undefined || !isPlain(framework)) return conditions;
  const open: Condition[] = [];
  for (const each of conditions) {
    const met = isMet(each, framework.toLowerCase());
    if (met === false) return false;
    if (met === undefined) open.push(each);
  }
  return open.length === 0 ? undefined : open;
};

/** True for conditions that nothing but the target framework decides. */
export const areOfFramework = (conditions: Conditions): boolean =>
  conditions.every(({ expression }) => expression !== undefined);
