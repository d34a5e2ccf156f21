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

const isEnabled = (enabled: readonly string[], type: string): boolean =>
  enabled.includes('*') || enabled.includes(type);

/** Creates an event with the present object, and a delivery to every endpoint that has enabled its type. */
export const emitEvent = (
  tx: Transaction,
  type: string,
  { object, previous }: { object: ReadonlyObject<StripeObject>; previous?: object },
): void => {
  const endpoints = tx.where(
    'webhook_endpoint',
    ({ status, enabled_events }) => status === 'enabled' && isEnabled(enabled_events, type),
  );
  const event = tx.put({
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: tx.now,
    data: { object: renderObject(tx, object), ...(previous && { previous_attributes: previous }) },
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

/** @returns the previous values of changed fields, or undefined when no field changed. */
const previousOf = (before: object, after: object): object | undefined => {
  const now = new Map(Object.entries(after));
  const different = Object.entries(before).filter(
    ([name, value]) => !isDeepStrictEqual(value, now.get(name)),
  );
  const added = [...now.keys()].filter((name) => !Object.hasOwn(before, name)).map((name) => [name, null]);
  const all = [...different, ...added];
  return all.length > 0 ? Object.fromEntries(all) : undefined;
};

/** Changes an object and emits an event, unless no field changed. */
export const changeObject = <K extends ObjectType>(
  tx: Transaction,
  { type, id, event }: { type: K; id: string; event: string },
  alter: (object: StoredObjects[K]) => void,
): StoredObjects[K] => {
  const before = renderObject(tx, tx.get(type, id) as ReadonlyObject<StripeObject>);
  const object = tx.edit(type, id);
  alter(object);
  const previous = previousOf(before, renderObject(tx, object));
  if (previous) emitEvent(tx, event, { object, previous });
  return object;
};
