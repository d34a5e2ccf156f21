import * as fc from 'fast-check';
import type { Item } from '../values.ts';

export interface Expressed {
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
}

/** An expression that gets its names and values when it is written. */
type Written = (bound: Bound) => string;

/** Collects the names and values of the expressions of a request. */
export class Bound {
  readonly #names: Record<string, string> = {};
  readonly #values: Record<string, unknown> = {};

  name(attribute: string): string {
    const known = Object.keys(this.#names).find((one) => this.#names[one] === attribute);
    const alias = known ?? `#n${Object.keys(this.#names).length}`;
    this.#names[alias] = attribute;
    return alias;
  }

  value(value: unknown): string {
    const alias = `:v${Object.keys(this.#values).length}`;
    this.#values[alias] = value;
    return alias;
  }

  get attributes(): Expressed {
    const [names, values] = [this.#names, this.#values];
    return {
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    };
  }
}

/** Sort keys whose order differs between units and bytes, that begin like each other, or are at the limit of a length. */
const sorts = [
  'A#1',
  'A#2',
  'A#2#x',
  'B',
  'z',
  'é',
  '\uffff',
  '\ufffd',
  '\u{1f600}',
  'A#\u{1f600}',
  'x'.repeat(1024),
];
export const noKeys: readonly unknown[] = ['', 'y'.repeat(1025), 'é'.repeat(513), 7];

export const rarely = <T>(usual: fc.Arbitrary<T>, rare: readonly unknown[]): fc.Arbitrary<T> =>
  fc.oneof(
    { weight: 30, arbitrary: usual },
    { weight: 1, arbitrary: fc.constantFrom(...rare) as fc.Arbitrary<T> },
  );

export const sort = rarely(fc.constantFrom(...sorts), noKeys);
export const bound = fc.constantFrom(...sorts.slice(0, -1));
export const number = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(1_000, -120, 2 ** 40));
export const scalar = fc.oneof(
  number,
  fc.constantFrom('', 'a', 'b', 'ab', 'é', true, false, null),
  fc.constant([1, 'x']),
  fc.constant({ inner: { deep: [] } }),
  fc.constant(new Uint8Array([1, 2])),
);

/** Attributes of no key. */
const plain = ['n', 's', 'count', 'ttl'] as const;
const field = fc.constantFrom(...plain);

const simpleCondition: fc.Arbitrary<Written> = fc.oneof(
  fc.constant<Written>((b) => `attribute_exists(${b.name('pk')})`),
  fc.constant<Written>((b) => `attribute_not_exists(${b.name('pk')})`),
  field.map(
    (name): Written =>
      (b) =>
        `attribute_exists(${b.name(name)})`,
  ),
  field.map(
    (name): Written =>
      (b) =>
        `attribute_not_exists(${b.name(name)})`,
  ),
  fc
    .tuple(field, fc.constantFrom('=', '>=', '<=', '<', '>'), fc.oneof(number, fc.constantFrom('a', 'é')))
    .map(
      ([name, operator, value]): Written =>
        (b) =>
          `${b.name(name)} ${operator} ${b.value(value)}`,
    ),
  fc.tuple(field, scalar).map(
    ([name, value]): Written =>
      (b) =>
        `${b.name(name)} = ${b.value(value)}`,
  ),
  fc.tuple(field, fc.array(scalar, { minLength: 1, maxLength: 3 })).map(
    ([name, values]): Written =>
      (b) =>
        `${b.name(name)} IN (${values.map((value) => b.value(value)).join(', ')})`,
  ),
);
export const condition: fc.Arbitrary<Written> = fc.oneof(
  simpleCondition,
  fc.array(simpleCondition, { minLength: 2, maxLength: 3 }).map(
    (all): Written =>
      (b) =>
        all.map((one) => one(b)).join(' AND '),
  ),
  fc.tuple(simpleCondition, simpleCondition, simpleCondition).map(
    ([first, second, third]): Written =>
      (b) =>
        `${first(b)} OR (${second(b)} AND ${third(b)})`,
  ),
);

/** The forms of updates: `SET`, sums, counts and removals. */
export const update: fc.Arbitrary<Written> = fc.oneof(
  fc
    .tuple(fc.uniqueArray(field, { minLength: 1, maxLength: 3 }), scalar, number)
    .map(([[first = 'n', summed, removed], value, by]): Written => (b) => {
      const sum = summed === undefined ? '' : `, ${b.name(summed)} = ${b.name(summed)} + ${b.value(by)}`;
      const removal = removed === undefined ? '' : ` REMOVE ${b.name(removed)}`;
      return `SET ${b.name(first)} = ${b.value(value)}${sum}${removal}`;
    }),
  fc.tuple(number, number).map(
    ([by, base]): Written =>
      (b) =>
        `SET ${b.name('count')} = if_not_exists(${b.name('count')}, ${b.value(base)}) + ${b.value(by)} REMOVE n, s`,
  ),
  fc.tuple(fc.constantFrom('n', 'count', 's'), number).map(
    ([name, by]): Written =>
      (b) =>
        `ADD ${b.name(name)} ${b.value(by)} SET ${b.name('ttl')} = ${b.value(1)}`,
  ),
  fc.tuple(field, field).map(
    ([one, other]): Written =>
      (b) =>
        `REMOVE ${b.name(one)}, ${b.name(other)}`,
  ),
  fc.constantFrom('listedBy', 'at', 'dueAt').chain((name) =>
    rarely(bound, noKeys).map(
      (value): Written =>
        (b) =>
          `SET ${b.name(name)} = ${b.value(value)}`,
    ),
  ),
);
