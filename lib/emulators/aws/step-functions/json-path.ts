import type { Json, JsonObject } from '../template/resolve-templates.ts';
import { isObject } from '../template/resolve-templates.ts';

/** An error of a state, as Retry and Catch see it. */
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

/** What paths and templates are read against: the state's data (`$`) and the execution's context (`$$`). */
export interface Scope {
  data: Json;
  context: JsonObject;
}

const pathSyntax = /^\$(\$)?((?:\.[A-Za-z_][\w-]*|\[\d{1,6}\]|\['[^'\]]{1,200}'\])*)$/;
const partSyntax = /\.([A-Za-z_][\w-]*)|\[(\d+)\]|\['([^']*)'\]/g;

/** A plain reference (`$.a.b`, `$$.Map.Item.Value`, `$.a[0]`); wildcards, filters and functions are not known here. */
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

/** @returns undefined when there is nothing at the path. */
export const findPath = (path: string, scope: Scope): Json | undefined => {
  const root = path.startsWith('$$') ? scope.context : scope.data;
  return partsOf(path).reduce<Json | undefined>(step, root);
};

/** @throws StateError States.Runtime when there is nothing at the path. */
export const readPath = (path: string, scope: Scope): Json => {
  const value = findPath(path, scope);
  if (value === undefined) throw missing(path);
  return value;
};

/** Puts a value at `$` or `$.a.b` of the data; what stands on the way and is no object is replaced. */
export const writePath = (path: string, data: Json, value: Json): Json => {
  const place = (into: Json | undefined, [part, ...rest]: (string | number)[]): Json => {
    if (part === undefined) return value;
    const own = isObject(into) ? into : {};
    return { ...own, [part]: place(step(own, part), rest) };
  };
  return place(data, partsOf(path));
};

/** A payload template: a key that ends in `.$` takes its value from a path. */
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
