import type { RecordName } from '@scangate/domain/record-changes';
import { Transient } from '@scangate/domain/problem';

type Attributes = Record<string, unknown>;

/** The attribute with the version of a row; a row of the first version has none. */
export const versionAttribute = 'rowVersion';

/** A step between two versions of a record. It returns exactly the attributes that it takes. */
export interface Migration {
  /** The attributes that differ, in their stored form. */
  attributes: readonly string[];
  up(older: Readonly<Attributes>): Attributes;
  down(newer: Readonly<Attributes>): Attributes;
}

interface RecordVersion {
  /** The version that this release writes. It reads earlier ones, and those to which the steps lead. */
  writes: number;
  /** The first leads from version 1 to version 2. */
  steps: readonly Migration[];
}

export type RecordVersions = { readonly [R in RecordName]?: RecordVersion };

/**
 * The records that have been stored in more than one form (docs/adr/0111-record-versions.md). A new form takes two
 * releases: the first one adds its step and continues to write the old form, the second one writes the new form.
 */
export const recordVersions: RecordVersions = {};

/**
 * Thrown for a row of a later release, which this release must neither read nor change. The response is that of any
 * transient failure.
 */
export class NewerRow extends Transient {
  constructor(record: RecordName, version: number) {
    super(`a stored ${record} has version ${version}, of a later release`);
  }
}

const first: RecordVersion = { writes: 1, steps: [] };
const versionsOf = (record: RecordName, versions: RecordVersions): RecordVersion => versions[record] ?? first;

/** The version in which rows of a record are written. */
export const writtenVersion = (record: RecordName, versions: RecordVersions): number =>
  versionsOf(record, versions).writes;

/** The version of a stored row. @throws Error for a version that is no number. */
export const versionOf = (row: Readonly<Attributes>): number => {
  const version = row[versionAttribute] ?? 1;
  if (!Number.isSafeInteger(version)) throw new Error('the version of a row is not a number');
  return Number(version);
};

const pick = (row: Readonly<Attributes>, names: readonly string[]): Attributes =>
  Object.fromEntries(names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]));

const omit = (row: Readonly<Attributes>, names: readonly string[]): Attributes =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

/** The steps that lead a row of this version to the written one, and their direction. @throws NewerRow */
const pathOf = (record: RecordName, version: number, versions: RecordVersions) => {
  const { writes, steps } = versionsOf(record, versions);
  if (version > steps.length + 1) throw new NewerRow(record, version);
  return version < writes
    ? { direction: 'up' as const, steps: steps.slice(version - 1, writes - 1) }
    : { direction: 'down' as const, steps: steps.slice(writes - 1, version - 1).toReversed() };
};

/** Returns the attributes of a row in the form that this release writes, without its version. @throws NewerRow */
export const inWrittenForm = (
  record: RecordName,
  row: Readonly<Attributes>,
  versions: RecordVersions,
): Attributes => {
  const { direction, steps } = pathOf(record, versionOf(row), versions);
  if (row[versionAttribute] === undefined && steps.length === 0) return row;
  return steps.reduce<Attributes>(
    (attributes, step) => ({
      ...omit(attributes, step.attributes),
      ...step[direction](pick(attributes, step.attributes)),
    }),
    omit(row, [versionAttribute]),
  );
};

/** The conversion of a row to the written form: the attributes to check, as read, and those to write. */
export interface Conversion {
  /** Undefined for an attribute that must be absent. */
  seen: Attributes;
  /** Undefined for an attribute to remove. */
  written: Attributes;
}

/**
 * Returns how a stored row is converted in place.
 * @throws NewerRow
 */
export const conversionOf = (
  record: RecordName,
  row: Readonly<Attributes>,
  versions: RecordVersions,
): Conversion => {
  const { steps } = pathOf(record, versionOf(row), versions);
  const names = [...new Set(steps.flatMap(({ attributes }) => attributes))];
  const converted = inWrittenForm(record, row, versions);
  const all = (from: Attributes) => Object.fromEntries(names.map((name) => [name, from[name]]));
  const writes = writtenVersion(record, versions);
  return {
    seen: { ...all(row), [versionAttribute]: row[versionAttribute] },
    written: { ...all(converted), [versionAttribute]: writes === 1 ? undefined : writes },
  };
};
