import { isDeepStrictEqual } from 'node:util';
import type { Bindings } from './bindings.ts';
import { invalid } from './limits.ts';
import { isBefore, type Item } from './values.ts';

type Compiled<T> = (item: Item, bindings: Bindings) => T;
/** Changes a copy of the item. `before` is as it was. */
type Apply = (changed: Record<string, unknown>, before: Item, bindings: Bindings) => void;

/** An update, and the names of the attributes that it changes. */
interface Update {
  namesOf: (bindings: Bindings) => ReadonlySet<string>;
  apply: Apply;
}

const tokenSyntax = /\s*(<>|<=|>=|[=<>(),+-]|[#:]?[\w.#]+)/y;

/** Reads an expression token by token. */
class Tokens {
  readonly #all: string[] = [];
  #at = 0;

  constructor(text: string) {
    tokenSyntax.lastIndex = 0;
    while (tokenSyntax.lastIndex < text.trimEnd().length) {
      const [, token] = tokenSyntax.exec(text) ?? [];
      if (token === undefined) throw new Error(`an expression that is not understood: ${text}`);
      this.#all.push(token);
    }
  }

  get next(): string | undefined {
    return this.#all[this.#at];
  }

  take(): string {
    const token = this.#all[this.#at++];
    if (token === undefined) throw new Error('an expression ends too early');
    return token;
  }

  has(token: string): boolean {
    if (this.next !== token) return false;
    this.#at += 1;
    return true;
  }

  need(token: string): void {
    if (!this.has(token)) throw new Error(`${token} is missing before ${String(this.next)}`);
  }
}

/** A part of a path, which may stand for a name. */
type NameOf = (bindings: Bindings) => string;

const partOf = (part: string): NameOf =>
  part.startsWith('#') ? ({ names }) => names[part] ?? part : () => part;

/** The attribute that a path begins with. */
const attributeIn = (token: string): NameOf => partOf(token.split('.', 1)[0] ?? '');

const operand = (token: string): Compiled<unknown> => {
  if (token.startsWith(':')) return (_item, { values }) => values[token];
  const path = token.split('.').map(partOf);
  return (item, bindings) => {
    let value: unknown = item;
    for (const nameOf of path) value = (value as Item | undefined)?.[nameOf(bindings)];
    return value;
  };
};

const isEqual = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && isDeepStrictEqual(one, other));

/** Whether a value is less than another one of its type; texts are compared by their bytes. */
const isLess = (one: unknown, other: unknown): boolean => {
  if (typeof one === 'string' && typeof other === 'string') return isBefore(one, other);
  return typeof one === 'number' && typeof other === 'number' && one < other;
};

const isOrdered = (one: unknown, other: unknown): boolean =>
  typeof one === typeof other && (typeof one === 'string' || typeof one === 'number');

const compare: Record<string, (one: unknown, other: unknown) => boolean> = {
  '=': isEqual,
  '<': isLess,
  '>': (one, other) => isLess(other, one),
  '<=': (one, other) => isOrdered(one, other) && !isLess(other, one),
  '>=': (one, other) => isOrdered(one, other) && !isLess(one, other),
};

const functions: Record<string, (value: unknown, other: unknown) => boolean> = {
  attribute_exists: (value) => value !== undefined,
  attribute_not_exists: (value) => value === undefined,
  begins_with: (value, prefix) => typeof value === 'string' && value.startsWith(String(prefix)),
};

/** A comparison holds for values that are there and of one type. */
const comparison = (
  left: Compiled<unknown>,
  operator: string,
  right: Compiled<unknown>,
): Compiled<boolean> => {
  const holds = compare[operator];
  if (!holds) throw new Error(`the operator ${operator}`);
  return (item, bindings) => {
    const [one, other] = [left(item, bindings), right(item, bindings)];
    return one !== undefined && holds(one, other);
  };
};

const readCall = (name: string, tokens: Tokens): Compiled<boolean> => {
  const test = functions[name];
  if (!test) throw new Error(`the function ${name}`);
  tokens.need('(');
  const first = operand(tokens.take());
  const second = tokens.has(',') ? operand(tokens.take()) : undefined;
  tokens.need(')');
  return (item, bindings) => test(first(item, bindings), second?.(item, bindings));
};

const readTerm = (tokens: Tokens): Compiled<boolean> => {
  if (tokens.has('(')) {
    const inner = readAny(tokens);
    tokens.need(')');
    return inner;
  }
  const token = tokens.take();
  if (tokens.next === '(') return readCall(token, tokens);
  const left = operand(token);
  if (tokens.has('BETWEEN')) {
    const from = comparison(left, '>=', operand(tokens.take()));
    tokens.need('AND');
    const through = comparison(left, '<=', operand(tokens.take()));
    return (item, bindings) => from(item, bindings) && through(item, bindings);
  }
  if (!tokens.has('IN')) return comparison(left, tokens.take(), operand(tokens.take()));
  tokens.need('(');
  const choices = [comparison(left, '=', operand(tokens.take()))];
  while (tokens.has(',')) choices.push(comparison(left, '=', operand(tokens.take())));
  tokens.need(')');
  return (item, bindings) => choices.some((isChosen) => isChosen(item, bindings));
};

const readAll = (tokens: Tokens): Compiled<boolean> => {
  const terms = [readTerm(tokens)];
  while (tokens.has('AND')) terms.push(readTerm(tokens));
  return (item, bindings) => terms.every((holds) => holds(item, bindings));
};

const readAny = (tokens: Tokens): Compiled<boolean> => {
  const terms = [readAll(tokens)];
  while (tokens.has('OR')) terms.push(readAll(tokens));
  return (item, bindings) => terms.some((holds) => holds(item, bindings));
};

const readAddend = (tokens: Tokens): Compiled<unknown> => {
  const token = tokens.take();
  if (token !== 'if_not_exists') return operand(token);
  tokens.need('(');
  const value = operand(tokens.take());
  tokens.need(',');
  const otherwise = operand(tokens.take());
  tokens.need(')');
  return (item, bindings) => value(item, bindings) ?? otherwise(item, bindings);
};

const readAssignment = (tokens: Tokens): Apply => {
  const nameOf = attributeIn(tokens.take());
  tokens.need('=');
  const first = readAddend(tokens);
  const second = tokens.has('+') ? readAddend(tokens) : undefined;
  return (changed, before, bindings) => {
    const value = first(before, bindings);
    if (value === undefined) throw invalid('an update refers to an attribute that is not there');
    changed[nameOf(bindings)] = second ? sumOf(value, second(before, bindings)) : value;
  };
};

const sumOf = (one: unknown, other: unknown): number => {
  if (typeof one === 'number' && typeof other === 'number') return one + other;
  throw invalid('an operand of an update is missing or of another type');
};

const readAddition = (tokens: Tokens): Apply => {
  const nameOf = attributeIn(tokens.take());
  const amount = operand(tokens.take());
  return (changed, before, bindings) => {
    const name = nameOf(bindings);
    changed[name] = sumOf(before[name] ?? 0, amount(before, bindings));
  };
};

const readRemoval = (tokens: Tokens): Apply => {
  const nameOf = attributeIn(tokens.take());
  return (changed, _before, bindings) => {
    delete changed[nameOf(bindings)];
  };
};

const clauses: Record<string, (tokens: Tokens) => Apply> = {
  SET: readAssignment,
  ADD: readAddition,
  REMOVE: readRemoval,
};

const readUpdate = (tokens: Tokens): Update => {
  const steps: Apply[] = [];
  const targets: NameOf[] = [];
  while (tokens.next !== undefined) {
    const read = clauses[tokens.take()];
    if (!read) throw new Error(`an update before ${String(tokens.next)}`);
    do {
      targets.push(attributeIn(tokens.next));
      steps.push(read(tokens));
    } while (tokens.has(','));
  }
  const namesOf = (bindings: Bindings): ReadonlySet<string> => {
    const names = new Set(targets.map((nameOf) => nameOf(bindings)));
    if (names.size < targets.length) throw invalid('an update changes an attribute twice');
    return names;
  };
  const apply: Apply = (changed, before, bindings) => {
    for (const step of steps) step(changed, before, bindings);
  };
  return { namesOf, apply };
};

/** Compiles each text once. */
const remembered = <T extends object>(read: (tokens: Tokens) => T): ((text: string) => T) => {
  const known = new Map<string, T>();
  return (text) => {
    let found = known.get(text);
    if (!found) known.set(text, (found = read(new Tokens(text))));
    return found;
  };
};

export const compileCondition = remembered(readAny);
export const compileUpdate = remembered(readUpdate);
