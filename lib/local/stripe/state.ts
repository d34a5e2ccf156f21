import { copyOf } from './copy.ts';
import type { Journal, ThingChange } from './journal.ts';
import { noSuch, Refusal } from './refusal.ts';
import type { Kept, Kind, Thing } from './wire.ts';

type Things = Map<Kind, Map<string, Thing>>;

/** What stays; whoever wants to change it takes a copy with `edit`. */
export type Seen<T> = { readonly [K in keyof T]: T[K] };

/** Everything the till knows. Changes come in by transactions. */
export class State {
  private readonly things: Things = new Map();
  private readonly journal: Journal;

  constructor(journal: Journal) {
    this.journal = journal;
    for (const change of journal.load()) this.apply(change);
  }

  of(kind: Kind): Map<string, Thing> {
    let found = this.things.get(kind);
    if (!found) this.things.set(kind, (found = new Map()));
    return found;
  }

  commit(changes: readonly ThingChange[]): void {
    if (changes.length === 0) return;
    this.journal.append(changes);
    for (const change of changes) this.apply(change);
  }

  private apply({ kind, id, thing }: ThingChange): void {
    if (thing) this.of(kind).set(id, Object.freeze(thing));
    else this.of(kind).delete(id);
  }
}

/** A view of the state in which changes are gathered until they are committed together. */
export class Draft {
  private readonly state: State;
  private changed = new Map<Kind, Map<string, Thing | undefined>>();

  constructor(state: State) {
    this.state = state;
  }

  find<K extends Kind>(kind: K, id: string): Seen<Kept[K]> | undefined {
    const changed = this.changed.get(kind);
    const thing = changed?.has(id) ? changed.get(id) : this.state.of(kind).get(id);
    return thing as Kept[K] | undefined;
  }

  /** @throws Refusal resource_missing, naming the parameter that held the id. */
  get<K extends Kind>(kind: K, id: string, param = 'id'): Seen<Kept[K]> {
    const found = this.find(kind, id);
    if (!found) throw noSuch(kind.replaceAll('.', ' ').replaceAll('_', ' '), id, param);
    return found;
  }

  /** A copy to change; it is kept with the transaction. */
  edit<K extends Kind>(kind: K, id: string): Kept[K] {
    const changed = this.changed.get(kind)?.get(id);
    if (changed) return changed as Kept[K];
    return this.put(copyOf(this.get(kind, id)) as Kept[K]);
  }

  /** Takes in a new thing, or one in place of another with its id. */
  put<T extends Thing>(thing: T): T {
    this.changes(thing.object).set(thing.id, thing);
    return thing;
  }

  remove(kind: Kind, id: string): void {
    this.changes(kind).set(id, undefined);
  }

  /** Oldest first. */
  *all<K extends Kind>(kind: K): Generator<Seen<Kept[K]>> {
    const changed = this.changed.get(kind);
    const kept = this.state.of(kind);
    for (const [id, thing] of kept) {
      const now = changed?.has(id) ? changed.get(id) : thing;
      if (now) yield now as Kept[K];
    }
    for (const [id, thing] of changed ?? []) if (thing && !kept.has(id)) yield thing as Kept[K];
  }

  where<K extends Kind>(kind: K, fits: (thing: Seen<Kept[K]>) => boolean): Seen<Kept[K]>[] {
    const found: Seen<Kept[K]>[] = [];
    for (const thing of this.all(kind)) if (fits(thing)) found.push(thing);
    return found;
  }

  /** Runs, and forgets what it changed when it throws a refusal or `keep` says so. */
  attempt<T>(run: () => T, keep: (outcome: T) => boolean): T {
    const before = new Map(
      [...this.changed].map(([kind, things]) => [kind, new Map([...things].map(copied))] as const),
    );
    try {
      const outcome = run();
      if (!keep(outcome)) this.changed = before;
      return outcome;
    } catch (error) {
      if (!(error instanceof Refusal && error.keeps)) this.changed = before;
      throw error;
    }
  }

  commit(): ThingChange[] {
    const changes = [...this.changed].flatMap(([kind, things]) =>
      [...things].map(([id, thing]) => ({ kind, id, thing })),
    );
    this.state.commit(changes);
    this.changed = new Map();
    return changes;
  }

  private changes(kind: Kind): Map<string, Thing | undefined> {
    let found = this.changed.get(kind);
    if (!found) this.changed.set(kind, (found = new Map()));
    return found;
  }
}

const copied = ([id, thing]: [string, Thing | undefined]): [string, Thing | undefined] => [id, copyOf(thing)];
