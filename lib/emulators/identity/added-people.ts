import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileAtomically } from '@scangate/emulator-host/data-folder';
import type { Person } from './person.ts';

/** The people of one emulator: its initial ones, and those who were added on its page. */
export interface People {
  all(): readonly Person[];
  find(subject: string): Person | undefined;
  /** Adds a person, or finds the one with this address. Without an address it makes up one. */
  add(given: { email?: string; isEmailVerified?: boolean; groups?: string[] }): Person;
}

const mostAdded = 1_000;
const isPerson = (value: unknown): value is Person =>
  typeof value === 'object' &&
  value !== null &&
  'subject' in value &&
  'email' in value &&
  'groups' in value &&
  Array.isArray(value.groups);

const stored = (path: string): Person[] => {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return Array.isArray(value) ? value.filter(isPerson) : [];
  } catch {
    return [];
  }
};

/**
 * Keeps added people in the data folder, so that they can sign in again after a restart.
 * @param given.domain is that of generated addresses.
 */
export const openPeople = (given: {
  folder: string;
  name: string;
  domain: string;
  people: readonly Person[];
}): People => {
  const path = join(given.folder, 'identity', `${given.name}-people.json`);
  const added = stored(path);
  const all = () => [...given.people, ...added];

  const newPerson = (email: string, isEmailVerified: boolean, groups: string[]): Person => ({
    subject: randomUUID(),
    name: email.split('@')[0] ?? email,
    email,
    isEmailVerified,
    groups,
    about: 'added here',
  });

  return {
    all,
    find: (subject) => all().find((person) => person.subject === subject),
    add: ({ email, isEmailVerified = true, groups = [] }) => {
      const address = email?.trim() || `new-${randomUUID().slice(0, 8)}@${given.domain}`;
      const known = all().find((person) => person.email.toLowerCase() === address.toLowerCase());
      if (known && known.isEmailVerified === isEmailVerified) return known;
      const person = newPerson(address, isEmailVerified, groups);
      added.push(person);
      added.splice(0, added.length - mostAdded);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileAtomically(path, JSON.stringify(added), 0o600);
      return person;
    },
  };
};
