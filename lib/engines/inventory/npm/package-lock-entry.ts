import type { JsonCursor } from '../parse/json-cursor.ts';
import { asTable, asText, member, type Table } from '../parse/untrusted-value.ts';
import { dependencyNames } from './package-json.ts';

/** An entry of a lockfile, as far as packages are read from it. */
export interface LockEntry {
  name?: string;
  version?: string;
  /** As written, whatever they are. */
  resolved?: unknown;
  integrity?: unknown;
  license?: unknown;
  licenses?: unknown;
  deprecated?: unknown;
  dev: boolean;
  optional: boolean;
  devOptional: boolean;
  link: boolean;
  /** Names of the dependencies without the optional ones, which npm also copies into this table when it publishes. */
  required: readonly string[];
  optionals: readonly string[];
  peers: readonly string[];
  /** The whole entry, when it describes a directory of the project, and so is a copy of its manifest. */
  manifest?: Table;
}

export type LockEntries = ReadonlyMap<string, LockEntry>;

const none: readonly string[] = [];

/** Returns the entry for a member of a table. */
export const entryOfTable = (table: Table): LockEntry => {
  const { required, optional } = dependencyNames(table);
  const flag = (name: string): boolean => member(table, name) === true;
  return {
    name: asText(member(table, 'name')),
    version: asText(member(table, 'version')),
    resolved: member(table, 'resolved'),
    integrity: member(table, 'integrity'),
    license: member(table, 'license'),
    licenses: member(table, 'licenses'),
    deprecated: member(table, 'deprecated'),
    dev: flag('dev'),
    optional: flag('optional'),
    devOptional: flag('devOptional'),
    link: flag('link'),
    required,
    optionals: optional,
    peers: Object.keys(asTable(member(table, 'peerDependencies')) ?? {}),
    manifest: table,
  };
};

/** Returns the names in a table of dependencies whose range is a string; all names, if any value will do. */
const readNames = (cursor: JsonCursor, isAny: boolean): readonly string[] => {
  if (!cursor.enterObject()) return none;
  const names: string[] = [];
  for (let name = cursor.nextKey(); name !== undefined; name = cursor.nextKey()) {
    const hasRange = cursor.isText();
    cursor.skip();
    if (isAny || (hasRange && asText(name) !== undefined)) names.push(name);
  }
  return names;
};

type Field = (entry: LockEntry, cursor: JsonCursor) => void;

const flagField =
  (name: 'dev' | 'optional' | 'devOptional' | 'link'): Field =>
  (entry, cursor) => {
    entry[name] = cursor.isTrue();
  };

const valueField =
  (name: 'license' | 'licenses' | 'deprecated'): Field =>
  (entry, cursor) => {
    entry[name] = cursor.isText() ? cursor.text() : cursor.value();
  };

const fields = new Map<string, Field>([
  ['name', (entry, cursor) => (entry.name = asText(cursor.text()))],
  ['version', (entry, cursor) => (entry.version = asText(cursor.text()))],
  ['resolved', (entry, cursor) => (entry.resolved = cursor.text())],
  ['integrity', (entry, cursor) => (entry.integrity = cursor.text())],
  ['license', valueField('license')],
  ['licenses', valueField('licenses')],
  ['deprecated', valueField('deprecated')],
  ['dev', flagField('dev')],
  ['optional', flagField('optional')],
  ['devOptional', flagField('devOptional')],
  ['link', flagField('link')],
  ['dependencies', (entry, cursor) => (entry.required = readNames(cursor, false))],
  ['optionalDependencies', (entry, cursor) => (entry.optionals = readNames(cursor, false))],
  ['peerDependencies', (entry, cursor) => (entry.peers = readNames(cursor, true))],
]);

/** Reads the entry of an installed package at this position; an empty one for anything but an object. */
export const readEntry = (cursor: JsonCursor): LockEntry => {
  const entry: LockEntry = {
    name: undefined,
    version: undefined,
    resolved: undefined,
    integrity: undefined,
    license: undefined,
    licenses: undefined,
    deprecated: undefined,
    dev: false,
    optional: false,
    devOptional: false,
    link: false,
    required: none,
    optionals: none,
    peers: none,
  };
  if (!cursor.enterObject()) return entry;
  for (let key = cursor.nextKey(); key !== undefined; key = cursor.nextKey()) {
    const read = fields.get(key);
    if (read) read(entry, cursor);
    else cursor.skip();
  }
  const { optionals, required } = entry;
  if (optionals.length > 0) entry.required = required.filter((name) => !optionals.includes(name));
  return entry;
};
