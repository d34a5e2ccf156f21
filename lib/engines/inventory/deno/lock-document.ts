import type { JsonCursor } from '../parse/json-cursor.ts';
import { textAt, textsAt } from '../parse/json-members.ts';
import { parseJson, readJson } from '../parse/parse-document.ts';
import { asText, entriesOf, member, textsOf, type Table } from '../parse/untrusted-value.ts';

const registries = ['npm', 'jsr'] as const;
export type Registry = (typeof registries)[number];

/** An entry of a registry's table. */
export interface Listed {
  stated: string;
  /** The value as the file has it, of any type. */
  integrity: unknown;
  deprecated: string | undefined;
  needs: readonly string[];
  optional: readonly string[] | undefined;
}

interface LockDocument {
  version: string | undefined;
  /** Everything but the registries' tables. */
  document: Table;
  /** Of entries with the same key, the last one counts. */
  listed: Record<Registry, readonly Listed[]>;
}

/** Returns the dependencies of an entry: a list since version 4, before it a table of names for npm. */
const statedIn = (from: unknown): string[] =>
  Array.isArray(from) ? textsOf(from) : entriesOf(from).flatMap(([, text]) => asText(text) ?? []);

const listedOf = (stated: string, value: unknown): Listed => {
  const optional = member(value, 'optionalDependencies');
  return {
    stated,
    integrity: member(value, 'integrity'),
    deprecated: asText(member(value, 'deprecated'), 2048),
    needs: statedIn(member(value, 'dependencies')),
    optional: optional === undefined ? undefined : textsOf(optional),
  };
};

const none: readonly string[] = [];

const readListed = (cursor: JsonCursor, stated: string): Listed => {
  const listed: Listed = {
    stated,
    integrity: undefined,
    deprecated: undefined,
    needs: none,
    optional: undefined,
  };
  if (cursor.enterObject())
    for (let field = cursor.nextKey(); field !== undefined; field = cursor.nextKey()) {
      if (field === 'integrity') listed.integrity = cursor.text();
      else if (field === 'deprecated') listed.deprecated = textAt(cursor, 2048);
      else if (field === 'dependencies')
        listed.needs = cursor.isObject() ? statedIn(cursor.value()) : textsAt(cursor);
      else if (field === 'optionalDependencies') listed.optional = textsAt(cursor);
      else cursor.skip();
    }
  return listed;
};

/** Reads any version; the tables are where the version has them. */
const parseDocument = (text: string): LockDocument => {
  const document = parseJson(text);
  const version = asText(member(document, 'version'));
  const listedIn = (registry: Registry): Listed[] => {
    const own = member(document, registry) ?? member(member(document, 'packages'), registry);
    const table = version === '2' ? member(own, 'packages') : own;
    return entriesOf(table).map(([stated, value]) => listedOf(stated, value));
  };
  return { version, document, listed: { npm: listedIn('npm'), jsr: listedIn('jsr') } };
};

/** Reads the entries of a table in their order; undefined for any other value. */
const entriesAt = (cursor: JsonCursor): Listed[] | undefined => {
  if (!cursor.enterObject()) return undefined;
  const entries: Listed[] = [];
  for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey())
    entries.push(readListed(cursor, key));
  return entries;
};

/** The beginning of the versions whose tables of registries are at the top. */
const newVersion = /^\s{0,9}\{\s{0,9}"version":\s{0,9}"([45])"/;

/** Reads such a version going through its members; undefined where it has anything that Deno does not write. */
const readNewDocument = (text: string, version: string): LockDocument | undefined => {
  const members = new Map<string, unknown>();
  const tables = new Map<string, Listed[]>();
  let isUsual = true;
  readJson(text, (cursor) => {
    for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
      const isRepeated = members.has(key) || tables.has(key);
      const isRegistry = registries.includes(key as Registry);
      const table = isRegistry ? entriesAt(cursor) : undefined;
      if (table) tables.set(key, table);
      else if (!isRegistry) members.set(key, cursor.value());
      const isOld = key === 'packages' || table?.some(({ stated }) => stated === 'specifiers') === true;
      if (isRepeated || isOld || isRegistry !== (table !== undefined)) isUsual = false;
    }
  });
  if (!isUsual) return undefined;
  const listedIn = (registry: Registry): Listed[] => tables.get(registry) ?? [];
  const listed = { npm: listedIn('npm'), jsr: listedIn('jsr') };
  return { version, document: Object.fromEntries(members), listed };
};

/** Reads the parts of a lockfile of any version. @throws UnreadableFile */
export const readDocument = (text: string): LockDocument => {
  const version = newVersion.exec(text)?.[1];
  return (version === undefined ? undefined : readNewDocument(text, version)) ?? parseDocument(text);
};
