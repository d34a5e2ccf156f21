import { isDeepStrictEqual } from 'node:util';
import { renderObject } from '../http/render-object.ts';
import type { ReadonlyObject } from '../store/emulator-state.ts';
import {
  apiVersion,
  type StoredObjects,
  type ObjectType,
  type StripeObject,
} from '../store/stripe-objects.ts';
import { newId, type Transaction } from '../store/transaction.ts';

const wants = (enabled: readonly string[], type: string): boolean =>
  enabled.includes('*') || enabled.includes(type);

/** Tells of a change: the event holds the thing as it is now. Every endpoint that wants it gets it. */
export const emitEvent = (
  tx: Transaction,
  type: string,
  { object: thing, previous }: { object: ReadonlyObject<StripeObject>; previous?: object },
): void => {
  const endpoints = tx.where(
    'webhook_endpoint',
    ({ status, enabled_events }) => status === 'enabled' && wants(enabled_events, type),
  );
  const event = tx.put({
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: tx.now,
    data: { object: renderObject(tx, thing), ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: endpoints.length,
    request: tx.request,
    type,
  });
  for (const { id } of endpoints) {
    tx.put({
      object: 'local.delivery',
      id: `${event.id}/${id}`,
      event: event.id,
      endpoint: id,
      attempts: 0,
      due: tx.now,
    });
  }
};

/** The members that differ, as they were; nothing when all are the same. */
const previousOf = (before: object, after: object): object | undefined => {
  const now = new Map(Object.entries(after));
  const different = Object.entries(before).filter(
    ([name, value]) => !isDeepStrictEqual(value, now.get(name)),
  );
  const added = [...now.keys()].filter((name) => !Object.hasOwn(before, name)).map((name) => [name, null]);
  const all = [...different, ...added];
  return all.length > 0 ? Object.fromEntries(all) : undefined;
};

/** Changes a thing and tells so, unless nothing changed. */
export const changeObject = <K extends ObjectType>(
  tx: Transaction,
  { type: kind, id, event: type }: { type: K; id: string; event: string },
  alter: (thing: StoredObjects[K]) => void,
): StoredObjects[K] => {
  const before = renderObject(tx, tx.get(kind, id) as ReadonlyObject<StripeObject>);
  const thing = tx.edit(kind, id);
  alter(thing);
  const previous = previousOf(before, renderObject(tx, thing));
  if (previous) emitEvent(tx, type, { object: thing, previous });
  return thing;
};
