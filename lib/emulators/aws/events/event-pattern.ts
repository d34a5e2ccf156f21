import { isObject, type Json, type JsonObject } from '../template/resolve-templates.ts';

type Matcher = (value: Json | undefined) => boolean;

const isList = (value: Json | undefined): value is Json[] => Array.isArray(value);

/** The supported content filters. */
const filters: Record<string, (expected: Json) => Matcher> = {
  prefix: (expected) => (value) => typeof value === 'string' && value.startsWith(String(expected)),
  suffix: (expected) => (value) => typeof value === 'string' && value.endsWith(String(expected)),
  exists: (expected) => (value) => (value !== undefined) === expected,
  'anything-but': (expected) => (value) =>
    value !== undefined && !(isList(expected) ? expected : [expected]).includes(value),
};

const matcherOf = (expected: Json): Matcher => {
  if (!isObject(expected)) return (value) => value === expected;
  const [name = '', ...others] = Object.keys(expected);
  const filter = others.length === 0 && Object.hasOwn(filters, name) ? filters[name] : undefined;
  if (!filter) throw new RangeError(`the event filter ${JSON.stringify(expected)}`);
  return filter(expected[name] as Json);
};

/**
 * Compiles an EventBridge pattern to a predicate.
 * @throws RangeError that names an unsupported filter.
 */
export const compileEventPattern = (pattern: JsonObject): ((event: JsonObject) => boolean) => {
  const fields = Object.entries(pattern).map(([key, expected]) => {
    if (isObject(expected)) {
      const nested = compileEventPattern(expected);
      return (event: JsonObject) => nested(isObject(event[key]) ? event[key] : {});
    }
    if (!isList(expected)) throw new RangeError(`the event pattern ${key}`);
    const matchers = expected.map(matcherOf);
    return (event: JsonObject) => {
      const value = Object.hasOwn(event, key) ? event[key] : undefined;
      const values = isList(value) ? value : [value];
      return matchers.some((matches) => values.some(matches));
    };
  });
  return (event) => fields.every((matches) => matches(event));
};
