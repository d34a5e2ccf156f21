import { expect } from 'vitest';
import type { MemoryStore } from '#adapters/memory/store.ts';
import { catalog } from '@scangate/domain/events/catalog';
import type { EventType } from '@scangate/domain/events/event-types';
import type { StoredEvent } from '@scangate/domain/records';
import type { Caller } from '@scangate/domain/identity/caller';
import { write } from '../world.ts';

/** The most that the body of an event may have. */
const maxBytes = 20 * 1024;

/** Texts that no event may have: mail addresses, and credentials of the service. */
const forbidden = /[\w.+-]+@[\w-]+\.[a-z]{2,}|\b(?:sg[a-z]|whsec)_\w{16,}/i;

/** Lets subscribers of an organization listen to these patterns. */
export const listenTo = (store: MemoryStore, organizationId: string, listens: string[]): Promise<void> =>
  write(store, [{ change: 'update', record: 'organization', id: { organizationId }, set: { listens } }]);

/** A caller of an organization that listens. */
export const listening = (caller: Caller, ...listens: string[]): Caller => ({ ...caller, listens });

/** @throws unless the event is as the catalog says. */
const requireAsCatalog = ({ type, data, eventId }: StoredEvent): void => {
  expect(catalog[type].schema.parse(data), `${type}: nothing beyond its schema`).toEqual(data);
  const body = JSON.stringify({ id: eventId, type, data });
  expect(Buffer.byteLength(body)).toBeLessThan(maxBytes);
  expect(body).not.toMatch(forbidden);
};

/** The events of an organization, each as the catalog says. */
export const emittedEvents = (store: MemoryStore, organizationId?: string): StoredEvent[] => {
  const events = store
    .all('storedEvent')
    .filter((event) => organizationId === undefined || event.organizationId === organizationId);
  events.forEach(requireAsCatalog);
  return events;
};

export const emittedTypes = (store: MemoryStore, organizationId?: string): EventType[] =>
  emittedEvents(store, organizationId)
    .map(({ type }) => type)
    .toSorted();
