import * as z from 'zod';
import { catalog } from '@scangate/domain/events/catalog';
import { eventTypes, type EventType } from '@scangate/domain/events/event-types';
import { exampleBody } from '#contract/events/event-webhooks.ts';
import { code, page, table } from './markdown.ts';

interface Property {
  description?: string;
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  items?: Property;
  properties?: Record<string, Property>;
  required?: string[];
}

const typeOf = ({ type, format, const: only, enum: values, items }: Property): string => {
  if (only !== undefined) return code(String(only));
  if (values) return values.map((value) => code(String(value))).join(', ');
  if (items) return `list of ${items.properties ? 'objects' : typeOf(items)}`;
  return format === 'date-time' ? 'instant' : (type ?? '');
};

/** The fields of an object, and of the objects in it. */
const fieldsOf = ({ properties = {}, required = [] }: Property, path = ''): string[][] =>
  Object.entries(properties).flatMap(([name, property]) => {
    const at = `${path}${name}`;
    const isAlways = required.includes(name);
    const row = [code(at), typeOf(property), isAlways ? 'yes' : '', property.description ?? ''];
    const inner = property.items?.properties ? property.items : property;
    return [row, ...fieldsOf(inner, `${at}${inner === property ? '.' : '[].'}`)];
  });

const sectionOf = (type: EventType): string => {
  const { text, schema } = catalog[type];
  const fields = fieldsOf(z.toJSONSchema(schema, { io: 'input' }) as Property);
  const example = JSON.stringify(exampleBody(type), undefined, 2);
  return [
    `### ${type}\n`,
    `${text}\n`,
    table(['Field of `data`', 'Type', 'Always', 'Meaning'], fields),
    `\`\`\`json\n${example}\n\`\`\`\n`,
  ].join('\n');
};

const anchorOf = (type: EventType): string => `[${code(type)}](#${type.replaceAll('.', '')})`;

/** Writes the page of the events that webhooks and integrations are told. */
export const eventCatalogPage = (): string =>
  page(
    'Events',
    [
      'What webhooks and integrations receive, and what `GET /v1/events` lists. An event is written together with the change that it reports, if somebody subscribes to its type. It arrives at least once and in any order; `id` stays the same over attempts and replays, and `sequence` counts the deliveries of one subscriber without gaps.',
      'A body has at most 20 KB. Lists hold at most 50 entries, then `more` and a `link`, which is a path of the API. No event has a secret, a source line, a token or a mail address. Schemas only grow: ignore fields that you do not know.',
    ].join('\n\n'),
    `## Types\n\n${table(
      ['Type', 'What happened'],
      eventTypes.map((type) => [anchorOf(type), catalog[type].text]),
    )}`,
    `## Payloads\n\n${eventTypes.map(sectionOf).join('\n')}`,
  );
