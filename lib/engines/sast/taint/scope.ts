import { joinValues, unknownValue, type Value } from './value.ts';

/** Names and what they stand for, of one function (or file, or class) and of those around it. */
export class Scope {
  vars = new Map<string, Value>();
  readonly parent: Scope | undefined;
  /** After a return, throw, break or continue: what follows is not reached. */
  left: 'return' | 'throw' | 'break' | 'continue' | undefined;
  readonly returned: Value[] = [];
  /** What was so where a branch broke off or went on with the next round: it is so after the loop. */
  #jumps: { how: 'break' | 'continue'; vars: Map<string, Value> }[] = [];
  /** How many branches surround what is being evaluated, callers' included. */
  branches: number;

  constructor(parent: Scope | undefined, branches: number) {
    this.parent = parent;
    this.branches = branches;
  }

  get(name: string): Value | undefined {
    // oxlint-disable-next-line typescript/no-this-alias, unicorn/no-this-assignment
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      const value = scope.vars.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  declare(name: string, value: Value): void {
    this.vars.set(name, value);
  }

  /** Where a name is declared; an outer name keeps what it may have been, since when this runs is not known. */
  assign(name: string, value: Value): void {
    if (this.vars.has(name)) {
      this.vars.set(name, value);
      return;
    }
    for (let scope = this.parent; scope; scope = scope.parent) {
      const known = scope.vars.get(name);
      if (known === undefined) continue;
      scope.vars.set(name, known === unknownValue ? value : joinValues(known, value));
      return;
    }
    this.vars.set(name, value);
  }

  #learnt = false;

  /** What a test taught about a name or a chain (`req.query.id`), for as long as it is not assigned to. */
  learn(place: string, value: Value): void {
    this.vars.set(place, value);
    if (place.includes('.')) this.#learnt = true;
  }

  anyLearnt(): boolean {
    return this.#learnt || (this.parent?.anyLearnt() ?? false);
  }

  forget(place: string): void {
    if (!this.anyLearnt()) return;
    const below = `${place}.`;
    for (const key of this.vars.keys())
      if (key.startsWith(below) || (key === place && place.includes('.'))) this.vars.delete(key);
    this.parent?.forget(place);
  }

  /** Runs what `break` (and `continue`, in a loop) stays within, and goes on from wherever it was left so. */
  enclose(run: () => void, isLoop: boolean): void {
    const outer = this.#jumps;
    this.#jumps = [];
    run();
    const lands = (how: Scope['left']): boolean => how === 'break' || (isLoop && how === 'continue');
    const landed = this.#jumps.filter(({ how }) => lands(how));
    this.#jumps = [...outer, ...this.#jumps.filter(({ how }) => !lands(how))];
    const goesOn = this.left === undefined || lands(this.left);
    if (landed.length > 0)
      this.vars = [...(goesOn ? [this.vars] : []), ...landed.map(({ vars }) => vars)].reduce(joinVars);
    if (goesOn || landed.length > 0) this.left = undefined;
  }

  /** Runs alternatives, each from the same state, and goes on with what may be after any that goes on. */
  fork(alternatives: readonly (() => void)[]): void {
    const before = this.vars;
    const ends: Map<string, Value>[] = [];
    let left: Scope['left'];
    this.branches += 1;
    for (const run of alternatives) {
      this.vars = new Map(before);
      this.left = undefined;
      run();
      if (this.left === undefined) ends.push(this.vars);
      else left = this.left;
      if (this.left === 'break' || this.left === 'continue')
        this.#jumps.push({ how: this.left, vars: this.vars });
    }
    this.branches -= 1;
    this.left = ends.length === 0 ? left : undefined;
    this.vars = ends.length === 0 ? before : ends.reduce(joinVars);
  }

  /** Runs what may stop anywhere: what handles that begins with what may be after any part of it. */
  attempt(run: () => void, handlers: readonly (() => void)[]): void {
    let after = this.vars;
    const attempted = (): void => {
      run();
      after = this.vars;
    };
    const handled = handlers.map((handle) => (): void => {
      this.vars = joinVars(this.vars, after);
      handle();
    });
    this.fork([attempted, ...handled]);
  }

  /** Whether all that was known before still is, as far as it matters to what happens next. */
  isSettledSince(before: ReadonlyMap<string, Value>): boolean {
    return [...before].every(([name, value]) => isAsBefore(value, this.vars.get(name)));
  }
}

const isPlain = ({ taints, fields, callable, constant }: Value): boolean =>
  taints.length === 0 && !fields && !callable && constant === undefined;

const isAsBefore = (before: Value, after: Value | undefined): boolean =>
  after === undefined || before === after || (isPlain(before) && isPlain(after));

const joinVars = (a: Map<string, Value>, b: Map<string, Value>): Map<string, Value> => {
  if (a === b) return a;
  const joined = new Map(a);
  for (const [name, value] of b) {
    const known = joined.get(name);
    if (known !== value) joined.set(name, known === undefined ? value : joinValues(known, value));
  }
  return joined;
};
