import { deepCopy } from './deep-copy.ts';
import type { Journal, ObjectChange } from './journal.ts';
import { resourceMissing, StripeApiError } from '../http/stripe-api-error.ts';
import type { StoredObjects, ObjectType, StripeObject } from './stripe-objects.ts';

type ObjectsByType = Map<ObjectType, Map<string, StripeObject>>;

/** A stored object; `edit` returns a copy that can be changed. */
export type ReadonlyObject<T> = { readonly [K in keyof T]: T[K] };

/** All stored objects. Transactions change them. */
export class EmulatorState {
  private readonly objects: ObjectsByType = new Map();
  private readonly journal: Journal;

  constructor(journal: Journal) {
    this.journal = journal;
    for (const change of journal.load()) this.apply(change);
  }

  objectsOf(type: ObjectType): Map<string, StripeObject> {
    let found = this.objects.get(type);
    if (!found) this.objects.set(type, (found = new Map()));
    return found;
  }

  commit(changes: readonly ObjectChange[]): void {
    if (changes.length === 0) return;
    this.journal.append(changes);
    for (const change of changes) this.apply(change);
  }

  private apply({ type, id, value: object }: ObjectChange): void {
    if (object) this.objectsOf(type).set(id, Object.freeze(object));
    else this.objectsOf(type).delete(id);
  }
}

/** A view of the state that collects changes until they are committed together. */
export class PendingChanges {
  private readonly state: EmulatorState;
  private changed = new Map<ObjectType, Map<string, StripeObject | undefined>>();

  constructor(state: EmulatorState) {
    this.state = state;
  }

  find<K extends ObjectType>(type: K, id: string): ReadonlyObject<StoredObjects[K]> | undefined {
    const changed = this.changed.get(type);
    const object = changed?.has(id) ? changed.get(id) : this.state.objectsOf(type).get(id);
    return object as StoredObjects[K] | undefined;
  }

  /** @throws StripeApiError resource_missing, with the parameter that held the id. */
  get<K extends ObjectType>(type: K, id: string, param = 'id'): ReadonlyObject<StoredObjects[K]> {
    const found = this.find(type, id);
    if (!found) throw resourceMissing(type.replaceAll('.', ' ').replaceAll('_', ' '), id, param);
    return found;
  }

  /** @returns a copy to change, which the transaction stores. */
  edit<K extends ObjectType>(type: K, id: string): StoredObjects[K] {
    const changed = this.changed.get(type)?.get(id);
    if (changed) return changed as StoredObjects[K];
    return this.put(deepCopy(this.get(type, id)) as StoredObjects[K]);
  }

  /** Stores a new object, or replaces the one with its id. */
  put<T extends StripeObject>(object: T): T {
    this.changes(object.object).set(object.id, object);
    return object;
  }

  remove(type: ObjectType, id: string): void {
    this.changes(type).set(id, undefined);
  }

  /** @returns the objects of a type, oldest first. */
  *all<K extends ObjectType>(type: K): Generator<ReadonlyObject<StoredObjects[K]>> {
    const changed = this.changed.get(type);
    const stored = this.state.objectsOf(type);
    for (const [id, object] of stored) {
      const now = changed?.has(id) ? changed.get(id) : object;
      if (now) yield now as StoredObjects[K];
    }
    for (const [id, object] of changed ?? []) if (object && !stored.has(id)) yield object as StoredObjects[K];
  }

  where<K extends ObjectType>(
    type: K,
    fits: (object: ReadonlyObject<StoredObjects[K]>) => boolean,
  ): ReadonlyObject<StoredObjects[K]>[] {
    const found: ReadonlyObject<StoredObjects[K]>[] = [];
    for (const object of this.all(type)) if (fits(object)) found.push(object);
    return found;
  }

  /** Runs, and rolls back when it throws or when `keep` returns false. An error may keep the changes. */
  withSavepoint<T>(run: () => T, keep: (outcome: T) => boolean): T {
    const before = new Map(
      [...this.changed].map(([type, objects]) => [type, new Map([...objects].map(copied))] as const),
    );
    try {
      const outcome = run();
      if (!keep(outcome)) this.changed = before;
      return outcome;
    } catch (error) {
      if (!(error instanceof StripeApiError && error.keepsChanges)) this.changed = before;
      throw error;
    }
  }

  commit(): ObjectChange[] {
    const changes = [...this.changed].flatMap(([type, objects]) =>
      [...objects].map(([id, value]) => ({ type, id, value })),
    );
    this.state.commit(changes);
    this.changed = new Map();
    return changes;
  }

  private changes(type: ObjectType): Map<string, StripeObject | undefined> {
    let found = this.changed.get(type);
    if (!found) this.changed.set(type, (found = new Map()));
    return found;
  }
}

const copied = ([id, object]: [string, StripeObject | undefined]): [string, StripeObject | undefined] => [
  id,
  deepCopy(object),
];
