import type { JsonCursor } from '../parse/json-cursor.ts';
import { namesAt, requestedNamesAt } from '../parse/json-members.ts';
import { each, members, scalar, upTo, type Pick } from '../parse/pick-json.ts';
import { asTable, asText, member, type Table } from '../parse/untrusted-value.ts';
import { dependencyNames, namesWithout } from './package-json.ts';

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
  /** Whether its archive has a lockfile of its own, which npm installs from. */
  hasShrinkwrap: boolean;
  /** Names of the dependencies without the optional ones, which npm also copies into this table when it publishes. */
  required: readonly string[];
  optionals: readonly string[];
  peers: readonly string[];
  /** The whole entry, when it describes a directory of the project, and so is a copy of its manifest. */
  manifest?: Table;
}

export type LockEntries = ReadonlyMap<string, LockEntry>;

const none: readonly string[] = [];

/** The length of the text of a license; a longer one is not read. */
const maxLicenseLength = 16_384;
/** The length of a text of settings, such as the overrides. */
const maxSettingsLength = 1_048_576;

const stated = {
  name: scalar,
  version: scalar,
  resolved: scalar,
  integrity: scalar,
  license: upTo(maxLicenseLength),
  licenses: upTo(maxLicenseLength),
  deprecated: upTo(maxLicenseLength),
  dev: scalar,
  optional: scalar,
  devOptional: scalar,
  link: scalar,
  hasShrinkwrap: scalar,
  inBundle: scalar,
  bundled: scalar,
  optionalDependencies: each(scalar),
  peerDependencies: each(scalar),
};

/** Picks what is read of the entry of a directory of the project. */
export const pickManifest: Pick = members({
  ...stated,
  dependencies: each(scalar),
  devDependencies: each(scalar),
  workspaces: upTo(maxSettingsLength),
  resolutions: upTo(maxSettingsLength),
  overrides: upTo(maxSettingsLength),
  pnpm: upTo(maxSettingsLength),
});

/** Picks what is read of the nested tree of old versions, in which packages are below each other. */
export const pickTree: Pick = (cursor) => pickTreeEntries(cursor);
const pickTreeEntries: Pick = each(members({ ...stated, requires: each(scalar), dependencies: pickTree }));

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
    hasShrinkwrap: flag('hasShrinkwrap'),
    required,
    optionals: optional,
    peers: Object.keys(asTable(member(table, 'peerDependencies')) ?? {}),
    manifest: table,
  };
};

type Field = (entry: LockEntry, cursor: JsonCursor) => void;

const flagField =
  (name: 'dev' | 'optional' | 'devOptional' | 'link' | 'hasShrinkwrap'): Field =>
  (entry, cursor) => {
    entry[name] = cursor.isTrue();
  };

const valueField =
  (name: 'license' | 'licenses' | 'deprecated'): Field =>
  (entry, cursor) => {
    entry[name] = cursor.value(maxLicenseLength);
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
  ['hasShrinkwrap', flagField('hasShrinkwrap')],
  ['dependencies', (entry, cursor) => (entry.required = requestedNamesAt(cursor))],
  ['optionalDependencies', (entry, cursor) => (entry.optionals = requestedNamesAt(cursor))],
  ['peerDependencies', (entry, cursor) => (entry.peers = namesAt(cursor))],
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
    hasShrinkwrap: false,
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
  entry.required = namesWithout(entry.required, entry.optionals);
  return entry;
};
