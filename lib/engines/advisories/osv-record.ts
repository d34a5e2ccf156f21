import { type Ecosystem, isDistribution, type PackageEcosystem } from '../model/component.ts';
import { distributionEcosystem } from '../distributions/distribution-ecosystem.ts';
import type { RangeEvent } from './affected-ranges.ts';

/** One `affected` entry of a supported package, as the record states it. */
export interface AffectedPackage {
  ecosystem: Ecosystem;
  name: string;
  ranges: RangeEvent[][];
  versions: string[];
  /** Unchecked input of rateSeverity. */
  severity: unknown;
  severityWord: unknown;
  /** `informational` of RustSec, unchecked. */
  informational: unknown;
  /** The affected symbols; empty when it names none, or says that all of a package is affected. */
  symbols: string[];
}

/** A record that violates the OSV schema. The message names the place. */
export class UnreadableRecord extends Error {}

const known: Record<PackageEcosystem, true> = {
  npm: true,
  PyPI: true,
  Go: true,
  'crates.io': true,
  RubyGems: true,
  Packagist: true,
  Maven: true,
  NuGet: true,
  Hex: true,
  Pub: true,
  SwiftURL: true,
  CRAN: true,
  Bioconductor: true,
  Hackage: true,
  Julia: true,
  opam: true,
  'GitHub Actions': true,
};

/** Ecosystems of packages that a snapshot can hold, apart from the releases of distributions. */
export const osvEcosystems = Object.keys(known) as PackageEcosystem[];

/**
 * Returns the ecosystem of an OSV name: without its suffix for language packages (`Maven:https://…`), with its
 * release for distribution packages; undefined when it is not supported.
 */
export const ecosystemOf = (name: string): Ecosystem | undefined => {
  if (isDistribution(name)) return distributionEcosystem(name);
  const [base = ''] = name.split(':', 1);
  return Object.hasOwn(known, base) ? (base as Ecosystem) : undefined;
};

const longest = { list: 50_000, name: 300, version: 200 };

type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listAt = (of: Json, key: string, place: string): unknown[] => {
  const value = of[key];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new UnreadableRecord(`${place}${key} is not a list`);
  if (value.length > longest.list) throw new UnreadableRecord(`${place}${key} is too long`);
  return value;
};

const textOf = (value: unknown, place: string, maxLength: number): string => {
  if (typeof value !== 'string' || value === '' || value.length > maxLength) {
    throw new UnreadableRecord(`${place} is not a text of 1 to ${maxLength} characters`);
  }
  return value;
};

const eventKinds = { introduced: 'i', fixed: 'f', last_affected: 'l', limit: 't' } as const;

const eventsOf = (event: unknown, place: string): RangeEvent[] => {
  if (!isObject(event)) throw new UnreadableRecord(`${place} is not an object`);
  const events: RangeEvent[] = [];
  for (const [key, kind] of Object.entries(eventKinds)) {
    if (Object.hasOwn(event, key))
      events.push([kind, textOf(event[key], `${place}.${key}`, longest.version)]);
  }
  return events;
};

const rangeOf = (range: unknown, place: string): RangeEvent[] => {
  if (!isObject(range)) throw new UnreadableRecord(`${place} is not an object`);
  if (range.type !== 'SEMVER' && range.type !== 'ECOSYSTEM') return [];
  const events = listAt(range, 'events', `${place}.`).flatMap((event, i) =>
    eventsOf(event, `${place}.events[${i}]`),
  );
  if (events.length === 0) throw new UnreadableRecord(`${place} has no events`);
  return events;
};

const specificOf = (specific: unknown, key: 'severity' | 'informational'): unknown =>
  isObject(specific) ? specific[key] : undefined;

const maxSymbols = 200;
const symbolForm = /^[\w$.:<>#()*[\] -]{1,200}$/;

const symbolsIn = (listed: unknown): string[] =>
  Array.isArray(listed)
    ? listed.filter((each): each is string => typeof each === 'string' && symbolForm.test(each))
    : [];

/**
 * Returns the symbols that a record states: `imports` of the Go database, `affects` and `affected_functions` of RustSec,
 * `affected_functions` of GitHub. A Go package without symbols is affected as a whole.
 */
const symbolsOf = (specific: unknown, ofDatabase: unknown): string[] => {
  const stated = { ...(isObject(ofDatabase) && ofDatabase), ...(isObject(specific) && specific) };
  const { imports, affects, affected_functions: listed } = stated;
  const functions = isObject(affects) ? affects.functions : undefined;
  const packages = Array.isArray(imports) ? imports.filter(isObject) : [];
  const ofPackages = packages.map(({ symbols }) => symbolsIn(symbols));
  const ofFunctions = isObject(functions) ? Object.keys(functions) : functions;
  const all = ofPackages.some((each) => each.length === 0) ? [] : ofPackages.flat();
  return [...new Set([...all, ...symbolsIn(ofFunctions), ...symbolsIn(listed)])].slice(0, maxSymbols).sort();
};

const packageOf = (entry: unknown, place: string): AffectedPackage | undefined => {
  if (!isObject(entry)) throw new UnreadableRecord(`${place} is not an object`);
  if (entry.package === undefined || entry.package === null) return undefined;
  if (!isObject(entry.package)) throw new UnreadableRecord(`${place}.package is not an object`);
  const ecosystem = ecosystemOf(textOf(entry.package.ecosystem, `${place}.package.ecosystem`, longest.name));
  if (!ecosystem) return undefined;
  return {
    ecosystem,
    name: textOf(entry.package.name, `${place}.package.name`, longest.name),
    ranges: listAt(entry, 'ranges', `${place}.`)
      .map((range, i) => rangeOf(range, `${place}.ranges[${i}]`))
      .filter((events) => events.length > 0),
    versions: listAt(entry, 'versions', `${place}.`).map((version, i) =>
      textOf(version, `${place}.versions[${i}]`, longest.version),
    ),
    severity: entry.severity,
    severityWord:
      specificOf(entry.database_specific, 'severity') ?? specificOf(entry.ecosystem_specific, 'severity'),
    informational: specificOf(entry.database_specific, 'informational'),
    symbols: symbolsOf(entry.ecosystem_specific, entry.database_specific),
  };
};

/**
 * Returns the supported packages of a record with their version ranges; GIT ranges are ignored.
 * @throws UnreadableRecord when a part that matching depends on is malformed.
 */
export const affectedPackages = (record: Json): AffectedPackage[] =>
  listAt(record, 'affected', '')
    .map((entry, i) => packageOf(entry, `affected[${i}]`))
    .filter((entry) => entry !== undefined);
