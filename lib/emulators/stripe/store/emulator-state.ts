import { deepCopy } from './deep-copy.ts';
import type { Journal, ObjectChange } from './journal.ts';
import { resourceMissing, StripeApiError } from '../http/stripe-api-error.ts';
import type { StoredObjects, ObjectType, StripeObject } from './stripe-objects.ts';

type Things = Map<ObjectType, Map<string, StripeObject>>;

/** What stays; whoever wants to change it takes a copy with `edit`. */
export type ReadonlyObject<T> = { readonly [K in keyof T]: T[K] };

/** Everything the till knows. Changes come in by transactions. */
export class EmulatorState {
  private readonly things: Things = new Map();
  private readonly journal: Journal;

  constructor(journal: Journal) {
    this.journal = journal;
    for (const change of journal.load()) this.apply(change);
  }

  objectsOf(kind: ObjectType): Map<string, StripeObject> {
    let found = this.things.get(kind);
    if (!found) this.things.set(kind, (found = new Map()));
    return found;
  }

  commit(changes: readonly ObjectChange[]): void {
    if (changes.length === 0) return;
    this.journal.append(changes);
    for (const change of changes) this.apply(change);
  }

  private apply({ type: kind, id, value: thing }: ObjectChange): void {
    if (thing) this.objectsOf(kind).set(id, Object.freeze(thing));
    else this.objectsOf(kind).delete(id);
  }
}

/** A view of the state in which changes are gathered until they are committed together. */
export class PendingChanges {
  private readonly state: EmulatorState;
  private changed = new Map<ObjectType, Map<string, StripeObject | undefined>>();

  constructor(state: EmulatorState) {
    this.state = state;
  }

  find<K extends ObjectType>(kind: K, id: string): ReadonlyObject<StoredObjects[K]> | undefined {
    const changed = this.changed.get(kind);
    const thing = changed?.has(id) ? changed.get(id) : this.state.objectsOf(kind).get(id);
    return thing as StoredObjects[K] | undefined;
  }

  /** @throws Refusal resource_missing, naming the parameter that held the id. */
  get<K extends ObjectType>(kind: K, id: string, param = 'id'): ReadonlyObject<StoredObjects[K]> {
    const found = this.find(kind, id);
    if (!found) throw resourceMissing(kind.replaceAll('.', ' ').replaceAll('_', ' '), id, param);
    return found;
  }

  /** A copy to change; it is kept with the transaction. */
  edit<K extends ObjectType>(kind: K, id: string): StoredObjects[K] {
    const changed = this.changed.get(kind)?.get(id);
    if (changed) return changed as StoredObjects[K];
    return this.put(deepCopy(this.get(kind, id)) as StoredObjects[K]);
  }

  /** Takes in a new thing, or one in place of another with its id. */
  put<T extends StripeObject>(thing: T): T {
    this.changes(thing.object).set(thing.id, thing);
    return thing;
  }

  remove(kind: ObjectType, id: string): void {
    this.changes(kind).set(id, undefined);
  }

  /** Oldest first. */
  *all<K extends ObjectType>(kind: K): Generator<ReadonlyObject<StoredObjects[K]>> {
    const changed = this.changed.get(kind);
    const kept = this.state.objectsOf(kind);
    for (const [id, thing] of kept) {
      const now = changed?.has(id) ? changed.get(id) : thing;
      if (now) yield now as StoredObjects[K];
    }
    for (const [id, thing] of changed ?? []) if (thing && !kept.has(id)) yield thing as StoredObjects[K];
  }

  where<K extends ObjectType>(
    kind: K,
    fits: (thing: ReadonlyObject<StoredObjects[K]>) => boolean,
  ): ReadonlyObject<StoredObjects[K]>[] {
    const found: ReadonlyObject<StoredObjects[K]>[] = [];
    for (const thing of this.all(kind)) if (fits(thing)) found.push(thing);
    return found;
  }

  /** Runs, and forgets what it changed when it throws a refusal or `keep` says so. */
  withSavepoint<T>(run: () => T, keep: (outcome: T) => boolean): T {
    const before = new Map(
      [...this.changed].map(([kind, things]) => [kind, new Map([...things].map(copied))] as const),
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
    const changes = [...this.changed].flatMap(([kind, things]) =>
      [...things].map(([id, value]) => ({ type: kind, id, value })),
    );
    this.state.commit(changes);
    this.changed = new Map();
    return changes;
  }

  private changes(kind: ObjectType): Map<string, StripeObject | undefined> {
    let found = this.changed.get(kind);
    if (!found) this.changed.set(kind, (found = new Map()));
    return found;
  }
}

const copied = ([id, thing]: [string, StripeObject | undefined]): [string, StripeObject | undefined] => [
  id,
  deepCopy(thing),
];
