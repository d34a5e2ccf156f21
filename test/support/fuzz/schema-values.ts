import { resolved, type Node } from '../api/document-parts.ts';
import { noon } from '../world.ts';
import type { Dice } from './dice.ts';

/** Sources of values in addition to the schema. */
export interface ValueSource {
  dice: Dice;
  /** An id of this name; undefined when there is none yet. */
  idOf: (name: string) => string | undefined;
  /** A text that tells who wrote it. */
  text: () => string;
}

type Limits = { minimum?: number; maximum?: number; minLength?: number; maxLength?: number };

const aNumber = (dice: Dice, { minimum = 0, maximum = 1_000 }: Limits): number => {
  if (dice.chance(20)) return dice.oneOf([minimum, maximum]);
  return minimum + dice.below(Math.min(maximum - minimum, 1e9) + 1);
};

const aText = (source: ValueSource, schema: Node, name: string): unknown => {
  const { dice } = source;
  const { format, pattern, example, minLength = 0, maxLength = 200 } = schema as Limits & Node;
  const id = source.idOf(name);
  if (id !== undefined && dice.chance(80)) return id;
  if (format === 'date-time') return new Date(noon.getTime() + dice.below(60) * 86_400_000).toISOString();
  if (format === 'email') return `${source.text()}@example.com`;
  if (example !== undefined && (pattern !== undefined || format !== undefined || dice.chance(40)))
    return example;
  const text = dice.chance(10) ? source.text().repeat(50) : source.text();
  return text.padEnd(Number(minLength), 'x').slice(0, Number(maxLength));
};

const anObject = (source: ValueSource, schema: Node, depth: number): Node => {
  const { dice } = source;
  const properties = (schema['properties'] ?? {}) as Record<string, Node>;
  const required = new Set((schema['required'] ?? []) as string[]);
  const chosen = Object.entries(properties).filter(([name]) => required.has(name) || dice.chance(30));
  const entries = chosen.map(([name, inner]) => [name, schemaValue(source, inner, { name, depth })] as const);
  const more = schema['additionalProperties'];
  if (typeof more === 'object' && more !== null && dice.chance(50))
    entries.push([source.text(), schemaValue(source, more as Node, { name: '', depth })]);
  return Object.fromEntries(entries);
};

const anArray = (source: ValueSource, schema: Node, { name, depth }: { name: string; depth: number }) => {
  const { minItems = 0, items = {} } = schema as { minItems?: number; items?: Node };
  const length = minItems + (depth > 4 ? 0 : source.dice.below(3));
  return Array.from({ length }, () => schemaValue(source, items, { name, depth }));
};

/** Draws a value that a schema of the API's document takes, or nearly: patterns are met by examples only. */
export const schemaValue = (
  source: ValueSource,
  node: Node,
  { name, depth = 0 }: { name: string; depth?: number },
): unknown => {
  const schema = resolved(node);
  const { dice } = source;
  if ('const' in schema) return schema['const'];
  const among = (schema['enum'] ?? schema['anyOf'] ?? schema['oneOf']) as unknown[] | undefined;
  if (schema['enum']) return dice.oneOf(among ?? []);
  if (among) return schemaValue(source, (dice.oneOf(among) ?? {}) as Node, { name, depth: depth + 1 });
  const type = [schema['type']].flat()[0];
  if (type === 'object') return anObject(source, schema, depth + 1);
  if (type === 'array') return anArray(source, schema, { name, depth: depth + 1 });
  if (type === 'integer' || type === 'number') return aNumber(dice, schema as Limits);
  if (type === 'boolean') return dice.chance(50);
  if (type === 'null') return null;
  return aText(source, schema, name);
};
