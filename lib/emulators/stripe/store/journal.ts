import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { damagedDataFolder, writeFileAtomically, type DataFolder } from '@scangate/emulator-host/data-folder';
import type { ObjectType, StripeObject } from './stripe-objects.ts';

/** The new value of an object; undefined when it was deleted. */
export interface ObjectChange {
  type: ObjectType;
  id: string;
  value: StripeObject | undefined;
}

/** Stores all changes, so that a restart restores the same state. */
export interface Journal {
  load(): ObjectChange[];
  /** Appends the changes of one transaction atomically. */
  append(changes: readonly ObjectChange[]): void;
}

/** Stores nothing. */
export const noJournal: Journal = { load: () => [], append: () => {} };

const isChange = (value: unknown): value is ObjectChange =>
  typeof value === 'object' && value !== null && 'type' in value && 'id' in value;

const linesOf = (path: string, folder: string): ObjectChange[] => {
  const lines = readFileSync(path, 'utf8').split('\n');
  // A last line without its end was cut off by a crash; its request got no response.
  lines.pop();
  return lines.flatMap((line) => {
    try {
      const changes: unknown = JSON.parse(line);
      if (Array.isArray(changes) && changes.every(isChange)) return changes;
    } catch {
      // Reported below as damaged.
    }
    throw damagedDataFolder(folder, 'stripe.jsonl');
  });
};

/** Keeps the last change of every object, in the order of creation. */
const newest = (changes: readonly ObjectChange[]): ObjectChange[] => {
  const last = new Map<string, ObjectChange>();
  for (const change of changes) {
    const key = `${change.type}/${change.id}`;
    if (change.value) last.set(key, change);
    else last.delete(key);
  }
  return [...last.values()];
};

/** The journal holds the signing secrets of webhooks. */
const ownerOnly = 0o600;

/** Opens the journal `stripe.jsonl` of a data folder: a line per transaction, compacted at each start. */
export const dataFolderJournal = (folder: DataFolder): Journal => {
  const path = folder.within('stripe.jsonl');
  return {
    load: () => {
      if (!existsSync(path)) return [];
      const changes = newest(linesOf(path, folder.path));
      writeFileAtomically(path, changes.map((change) => `${JSON.stringify([change])}\n`).join(''), ownerOnly);
      return changes;
    },
    append: (changes) => appendFileSync(path, `${JSON.stringify(changes)}\n`, { mode: ownerOnly }),
  };
};
