import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { damagedDataFolder, writeFileAtomically, type DataFolder } from '@scangate/emulator-host/data-folder';
import type { ObjectType, StripeObject } from './stripe-objects.ts';

/** One thing as it became; nothing where it was deleted. */
export interface ObjectChange {
  type: ObjectType;
  id: string;
  value: StripeObject | undefined;
}

/** Keeps what happened, so that the till is the same after a restart. */
export interface Journal {
  load(): ObjectChange[];
  /** What one request changed: whole or not at all. */
  append(changes: readonly ObjectChange[]): void;
}

/** Keeps nothing. */
export const noJournal: Journal = { load: () => [], append: () => {} };

const isChange = (value: unknown): value is ObjectChange =>
  typeof value === 'object' && value !== null && 'type' in value && 'id' in value;

const linesOf = (path: string, folder: string): ObjectChange[] => {
  const lines = readFileSync(path, 'utf8').split('\n');
  // Without its end of line the last one was torn by a crash: its request never got an answer.
  lines.pop();
  return lines.flatMap((line) => {
    try {
      const changes: unknown = JSON.parse(line);
      if (Array.isArray(changes) && changes.every(isChange)) return changes;
    } catch {
      // Told below.
    }
    throw damagedDataFolder(folder, 'stripe.jsonl');
  });
};

/** The last state of every thing, in the order in which things first came. */
const newest = (changes: readonly ObjectChange[]): ObjectChange[] => {
  const last = new Map<string, ObjectChange>();
  for (const change of changes) {
    const key = `${change.type}/${change.id}`;
    if (change.value) last.set(key, change);
    else last.delete(key);
  }
  return [...last.values()];
};

/** It holds what webhooks are signed with. */
const ownerOnly = 0o600;

/** A line per request in `stripe.jsonl` of the data folder, rewritten to the newest state at each start. */
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
