import * as z from 'zod';

interface Property {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  items?: Property;
  properties?: Record<string, Property>;
  required?: string[];
}

/** The fields of each type of event by path, with their types; `?` ends the type of an optional one. */
export type EventFields = Record<string, Record<string, string>>;

const typeOf = ({ type, const: only, enum: values }: Property): string =>
  type ?? typeof (only ?? values?.[0] ?? 'unknown');

const fieldsOf = ({ properties = {}, required = [] }: Property, path = ''): [string, string][] =>
  Object.entries(properties).flatMap(([name, property]) => {
    const at = `${path}${name}`;
    const own: [string, string] = [at, `${typeOf(property)}${required.includes(name) ? '' : '?'}`];
    const { items } = property;
    if (items === undefined) return [own, ...fieldsOf(property, `${at}.`)];
    return [own, [`${at}[]`, typeOf(items)], ...fieldsOf(items, `${at}[].`)];
  });

/** The fields of every schema of a catalog. */
export const eventFields = (catalog: Readonly<Record<string, { schema: z.ZodType }>>): EventFields =>
  Object.fromEntries(
    Object.entries(catalog).map(([type, { schema }]) => [
      type,
      Object.fromEntries(fieldsOf(z.toJSONSchema(schema, { io: 'input' }) as Property)),
    ]),
  );

/**
 * @throws Error that names a published field which is missing, now optional, or of another type: schemas may only
 * gain fields.
 */
export const requireGrown = (published: EventFields, now: EventFields): void => {
  for (const [type, fields] of Object.entries(published))
    for (const [field, kind] of Object.entries(fields)) {
      const present = now[type]?.[field];
      const isKept = present === kind || `${present ?? ''}?` === kind;
      if (!isKept) throw new Error(`${type}: ${field} was ${kind} and is ${present ?? 'gone'}`);
    }
};
