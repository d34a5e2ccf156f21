import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeFileAtomically } from '@scangate/emulator-host/data-folder';

/** TXT records by name; names are compared without regard to case and a final dot. */
export interface TextRecords {
  /** Replaces the values of a name; none removes it. */
  set(name: string, values: readonly string[]): void;
  /** @returns undefined for a name that does not exist, and an empty list for one that only has names below it. */
  find(name: string): readonly string[] | undefined;
}

const normalized = (name: string): string => name.toLowerCase().replace(/\.$/, '');

const stored = (path: string): Record<string, string[]> => {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, string[]>) : {};
  } catch {
    return {};
  }
};

/** Keeps the records in a file, which is read with the first query. */
export const openTextRecords = (path: string): TextRecords => {
  let loaded: Map<string, readonly string[]> | undefined;
  const records = () => (loaded ??= new Map(Object.entries(stored(path))));
  return {
    set: (name, values) => {
      if (values.length === 0) records().delete(normalized(name));
      else records().set(normalized(name), [...values]);
      mkdirSync(dirname(path), { recursive: true });
      writeFileAtomically(path, JSON.stringify(Object.fromEntries(records())));
    },
    find: (name) => {
      const key = normalized(name);
      const isAbove = () => [...records().keys()].some((known) => known.endsWith(`.${key}`));
      return records().get(key) ?? (isAbove() ? [] : undefined);
    },
  };
};
