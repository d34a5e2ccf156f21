import type { AnalysisRun } from './analysis-run.ts';
import { joinValues, unknownValue, type Value } from './value.ts';

/** The variables of a function, file or class, with a link to the enclosing scope. */
export class Scope {
  /** The analysis that the scope belongs to. */
  readonly run: AnalysisRun;
  vars = new Map<string, Value>();
  readonly parent: Scope | undefined;
  /** Set after a return, throw, break or continue: the following statements are unreachable. */
  left: 'return' | 'throw' | 'break' | 'continue' | undefined;
  readonly returned: Value[] = [];
  /** The variables at each break and continue, which are merged after the loop. */
  #jumps: { how: 'break' | 'continue'; vars: Map<string, Value> }[] = [];
  /** The number of branches around the current position, callers included. */
  branches: number;
  /** Assignments stay in this scope. */
  ownsAssigned = false;

  constructor(run: AnalysisRun, parent: Scope | undefined, branches: number) {
    this.run = run;
    this.parent = parent;
    this.branches = branches;
  }

  get(name: string): Value | undefined {
    // oxlint-disable-next-line typescript/no-this-alias, unicorn/no-this-assignment -- the walk begins at this scope
    for (let scope: Scope | undefined = this; scope; scope = scope.parent) {
      const value = scope.vars.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  declare(name: string, value: Value): void {
    this.vars.set(name, value);
  }

  /** Assigns where the name is declared; an outer name also keeps its old value, since the order of calls is unknown. */
  assign(name: string, value: Value): void {
    if (this.vars.has(name)) {
      this.vars.set(name, value);
      return;
    }
    let scope = this.ownsAssigned ? undefined : this.parent;
    for (; scope; scope = scope.ownsAssigned ? undefined : scope.parent) {
      const known = scope.vars.get(name);
      if (known === undefined) continue;
      scope.vars.set(name, known === unknownValue ? value : joinValues(known, value));
      return;
    }
    if (this.run.compiled.model.hasGlobals && name.startsWith('$')) this.#assignGlobal(name, value);
    else this.vars.set(name, value);
  }

  /** Assigns a variable of the whole program, which may have any value that some method gives it. */
  #assignGlobal(name: string, value: Value): void {
    if (this.parent) return this.parent.#assignGlobal(name, value);
    const known = this.vars.get(name);
    this.vars.set(name, known === undefined ? value : joinValues(known, value));
  }

  #hasFacts = false;

  /** Records a fact about a name or access path (`req.query.id`) until it is assigned. */
  learn(place: string, value: Value): void {
    this.vars.set(place, value);
    if (place.includes('.')) this.#hasFacts = true;
  }

  hasFacts(): boolean {
    return this.#hasFacts || (this.parent?.hasFacts() ?? false);
  }

  forget(place: string): void {
    if (!this.hasFacts()) return;
    const below = `${place}.`;
    for (const key of this.vars.keys())
      if (key.startsWith(below) || (key === place && place.includes('.'))) this.vars.delete(key);
    this.parent?.forget(place);
  }

  /** Runs a construct that `break` (and `continue`, in a loop) ends, and continues from every exit. */
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

  /** Runs alternatives from the same state and merges the outcomes of those that complete. */
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
    this.vars = ends.length === 0 ? before : this.#joined(ends);
  }

  /** Merges outcomes; a fact about an outer name or a path holds only when every outcome has it. */
  #joined(ends: readonly Map<string, Value>[]): Map<string, Value> {
    const [first, ...rest] = ends;
    if (first === undefined || rest.length === 0) return first ?? new Map<string, Value>();
    const joined = ends.reduce(joinVars);
    for (const [name, value] of joined) {
      if (ends.every((end) => end.has(name))) continue;
      const outer = this.parent?.get(name);
      if (outer !== undefined) joined.set(name, joinValues(value, outer));
      else if (name.includes('.')) joined.delete(name);
    }
    return joined;
  }

  /** Runs code that may throw anywhere: handlers start from the merged states before and after it. */
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

  /** Returns whether the relevant variables are unchanged since an earlier state. */
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
