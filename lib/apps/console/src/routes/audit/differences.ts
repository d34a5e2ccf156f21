/** A field of an audit event before and after it. */
export interface Difference {
  field: string;
  before: string | undefined;
  after: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const written = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields within fields by their path, so that one changed threshold does not show a whole policy twice. */
const flat = (fields: Fields, path = ''): [string, unknown][] =>
  Object.entries(fields).flatMap(([name, value]): [string, unknown][] =>
    isFields(value) && Object.keys(value).length > 0
      ? flat(value, `${path}${name}.`)
      : [[`${path}${name}`, value]],
  );

/** Lists what an event changed, field by field; a field that stayed the same is left out. */
export const differencesOf = (before: Fields = {}, after: Fields = {}): Difference[] => {
  const [old, now] = [new Map(flat(before)), new Map(flat(after))];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  return names
    .map((field) => ({ field, before: written(old.get(field)), after: written(now.get(field)) }))
    .filter((difference) => difference.before !== difference.after);
};
