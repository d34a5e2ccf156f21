import { isObject, type Json, type JsonObject } from '../template/resolve-templates.ts';

type Matcher = (value: Json | undefined) => boolean;

const isList = (value: Json | undefined): value is Json[] => Array.isArray(value);

/** The supported content filters. */
const filters: Record<string, (wanted: Json) => Matcher> = {
  prefix: (wanted) => (value) => typeof value === 'string' && value.startsWith(String(wanted)),
  suffix: (wanted) => (value) => typeof value === 'string' && value.endsWith(String(wanted)),
  exists: (wanted) => (value) => (value !== undefined) === wanted,
  'anything-but': (wanted) => (value) =>
    value !== undefined && !(isList(wanted) ? wanted : [wanted]).includes(value),
};

const matcherOf = (wanted: Json): Matcher => {
  if (!isObject(wanted)) return (value) => value === wanted;
  const [name = '', ...others] = Object.keys(wanted);
  const filter = others.length === 0 && Object.hasOwn(filters, name) ? filters[name] : undefined;
  if (!filter) throw new RangeError(`the event filter ${JSON.stringify(wanted)}`);
  return filter(wanted[name] as Json);
};

/**
 * Compiles an EventBridge pattern to a predicate.
 * @throws RangeError that names an unsupported filter.
 */
export const compileEventPattern = (pattern: JsonObject): ((event: JsonObject) => boolean) => {
  const fields = Object.entries(pattern).map(([key, wanted]) => {
    if (isObject(wanted)) {
      const nested = compileEventPattern(wanted);
      return (event: JsonObject) => nested(isObject(event[key]) ? event[key] : {});
    }
    if (!isList(wanted)) throw new RangeError(`the event pattern ${key}`);
    const matchers = wanted.map(matcherOf);
    return (event: JsonObject) => {
      const value = Object.hasOwn(event, key) ? event[key] : undefined;
      const values = isList(value) ? value : [value];
      return matchers.some((matches) => values.some(matches));
    };
  });
  return (event) => fields.every((matches) => matches(event));
};
