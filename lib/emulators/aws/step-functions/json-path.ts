import type { Json, JsonObject } from '../template/resolve-templates.ts';
import { isObject } from '../template/resolve-templates.ts';

/** An error of a state, which Retry and Catch match by name. */
export class StateError extends Error {
  readonly error: string;
  override readonly cause: string;

  constructor(error: string, cause: string) {
    super(`${error}: ${cause}`);
    this.name = 'StateError';
    this.error = error;
    this.cause = cause;
  }
}

/** The data of a state (`$`) and the context of the execution (`$$`), to which paths refer. */
export interface Scope {
  data: Json;
  context: JsonObject;
}

const pathSyntax = /^\$(\$)?((?:\.[A-Za-z_][\w-]*|\[\d{1,6}\]|\['[^'\]]{1,200}'\])*)$/;
const partSyntax = /\.([A-Za-z_][\w-]*)|\[(\d+)\]|\['([^']*)'\]/g;

/** Accepts plain references (`$.a.b`, `$$.Map.Item.Value`, `$.a[0]`), not wildcards, filters or functions. */
export const isPath = (text: unknown): text is string => typeof text === 'string' && pathSyntax.test(text);

const partsOf = (path: string): (string | number)[] =>
  [...path.matchAll(partSyntax)].map(([, name, index, quoted]) =>
    index === undefined ? (name ?? quoted ?? '') : Number(index),
  );

const missing = (path: string) =>
  new StateError('States.Runtime', `The path '${path}' could not be found in the input.`);

const step = (value: Json | undefined, part: string | number): Json | undefined => {
  if (typeof part === 'number') return Array.isArray(value) ? value[part] : undefined;
  return isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
};

/** @returns undefined when the path leads to no value. */
export const findPath = (path: string, scope: Scope): Json | undefined => {
  const root = path.startsWith('$$') ? scope.context : scope.data;
  return partsOf(path).reduce<Json | undefined>(step, root);
};

/** @throws StateError States.Runtime when the path leads to no value. */
export const readPath = (path: string, scope: Scope): Json => {
  const value = findPath(path, scope);
  if (value === undefined) throw missing(path);
  return value;
};

/** Puts a value at `$` or `$.a.b` of the data, and replaces values on the way that are not objects. */
export const writePath = (path: string, data: Json, value: Json): Json => {
  const place = (into: Json | undefined, [part, ...rest]: (string | number)[]): Json => {
    if (part === undefined) return value;
    const own = isObject(into) ? into : {};
    return { ...own, [part]: place(step(own, part), rest) };
  };
  return place(data, partsOf(path));
};

/** Fills a payload template, in which a key that ends in `.$` takes its value from a path. */
export const fillTemplate = (template: Json, scope: Scope): Json => {
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, scope));
  if (!isObject(template)) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) =>
      key.endsWith('.$')
        ? [key.slice(0, -2), readPath(String(value), scope)]
        : [key, fillTemplate(value, scope)],
    ),
  );
};
