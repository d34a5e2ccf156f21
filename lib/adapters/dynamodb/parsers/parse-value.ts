/** Checks a stored value. @throws Error when the value is not of the type. */
export type Parse<T> = (value: unknown) => T;

/** Marks a field that may be absent. */
interface OptionalField<T> {
  optional: Parse<T>;
}

/** A parser for every field; exactly the fields that may be absent are marked as optional. */
export type FieldParsers<T> = {
  [F in keyof T]-?: undefined extends T[F] ? OptionalField<Exclude<T[F], undefined>> : Parse<T[F]>;
};

const unexpected = (value: unknown, expected: string): Error =>
  new Error(`expected ${expected}, found ${value === null ? 'null' : typeof value}`);

export const text: Parse<string> = (value) => {
  if (typeof value !== 'string') throw unexpected(value, 'text');
  return value;
};

export const number: Parse<number> = (value) => {
  if (typeof value !== 'number') throw unexpected(value, 'a number');
  return value;
};

export const flag: Parse<boolean> = (value) => {
  if (typeof value !== 'boolean') throw unexpected(value, 'true or false');
  return value;
};

export const isTrue: Parse<true> = (value) => {
  if (value !== true) throw unexpected(value, 'true');
  return value;
};

export const anything: Parse<unknown> = (value) => value;

/** One of the listed words. */
export const oneOf =
  <T extends string>(words: readonly T[]): Parse<T> =>
  (value) => {
    const found = words.find((word) => word === value);
    if (found === undefined) throw unexpected(value, words.join(' or '));
    return found;
  };

/** One of the keys of a record, for a union that has no list of its own. */
export const keyIn = <T extends string>(words: Readonly<Record<T, true>>): Parse<T> =>
  oneOf(Object.keys(words) as T[]);

export const listOf =
  <T>(parse: Parse<T>): Parse<T[]> =>
  (value) => {
    if (!Array.isArray(value)) throw unexpected(value, 'a list');
    return value.map(parse);
  };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with any keys. */
export const mapOf =
  <T>(parse: Parse<T>): Parse<Record<string, T>> =>
  (value) => {
    if (!isObject(value)) throw unexpected(value, 'an object');
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, parse(each)]));
  };

export const optional = <T>(parse: Parse<T>): OptionalField<T> => ({ optional: parse });

/** Reads an object with these fields from two: a field that the first one lacks is taken from the second one. */
export type ParseBoth<T> = (value: unknown, rest: Readonly<Record<string, unknown>>) => T;

const nothing = {};

/** An object with these fields. Other fields are left out. */
export const objectOfBoth = <T>(fields: FieldParsers<T>): ParseBoth<T> => {
  const known = Object.entries<Parse<unknown> | OptionalField<unknown>>(fields).map(([field, parse]) => {
    const isOptional = typeof parse !== 'function';
    return { field, isOptional, parse: isOptional ? parse.optional : parse };
  });
  return (value, rest) => {
    if (!isObject(value)) throw unexpected(value, 'an object');
    const parsed: Record<string, unknown> = {};
    let name = '';
    try {
      for (const { field, isOptional, parse } of known) {
        name = field;
        const own = value[field];
        const content = own === undefined && rest !== nothing ? rest[field] : own;
        if (!isOptional || content !== undefined) parsed[field] = parse(content);
      }
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
    }
    return parsed as T;
  };
};

/** An object with these fields. Other fields are left out. */
export const objectOf = <T>(fields: FieldParsers<T>): Parse<T> => {
  const parse = objectOfBoth(fields);
  return (value) => parse(value, nothing);
};

/** An object of one of several shapes, distinguished by its field `kind`. */
export const kindOf =
  <T extends { kind: string }>(shapes: {
    [K in T['kind']]: Parse<Extract<T, { kind: K }>>;
  }): Parse<T> =>
  (value) => {
    const kind = isObject(value) ? value['kind'] : undefined;
    const parse: Parse<T> | undefined = Object.entries<Parse<T>>(shapes).find(
      ([known]) => known === kind,
    )?.[1];
    if (!parse) throw unexpected(kind, `a kind of ${Object.keys(shapes).join(' or ')}`);
    return parse(value);
  };
