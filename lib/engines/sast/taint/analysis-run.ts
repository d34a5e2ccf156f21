import type { ClassUnit, FunctionUnit } from '../ir.ts';
import { categoryMask, type Rule, type Source } from '../rule.ts';
import type { Syntax } from '../syntax.ts';
import type { CompiledModel, RuleSink } from './compiled-model.ts';
import { deepTaints, type ForeignSource, type Origin, type Taint, type Value } from './value.ts';
import { CrossRequestStores } from './cross-request-stores.ts';
import { Scope } from './scope.ts';

/** A match of a rule: its position, and the taint that reached it. */
export interface Hit {
  rule: Rule;
  at: Syntax;
  taint?: Taint;
}

/** The name of a function that is the whole module. */
export const defaultExport = 'default';

/** The taint of one parameter, which calls in other files pass to it. */
export interface ParameterTaint {
  /** The categories that it is sanitized for. */
  cleaned: number;
  description: string;
  /** The place in the first of the files that pass it on; absent while the taint begins in this file. */
  from?: ForeignSource;
}

/** The taint passed to a function of another file. */
export interface OutgoingTaint {
  names: readonly string[];
  /** The tainted arguments by position, with the categories they are sanitized for. */
  args: readonly (ParameterTaint & { index: number })[];
  line: number;
  column: number;
  start: number;
}

/** The taint that other files pass to functions of this file, by function name and position. */
export type IncomingTaint = ReadonlyMap<string, ReadonlyMap<number, ParameterTaint>>;

export type Callable = NonNullable<Value['callable']>;

export interface ClassInfo {
  unit: ClassUnit;
  scope: Scope;
  /** The object that represents every instance when methods run as entry points. */
  self: Value;
  methods: Map<string, FunctionUnit>;
}

/** The step limit of a file was reached; its findings so far are kept. */
export class OutOfSteps extends Error {}

/**
 * The limit of steps per file. The largest real files of 1 MB take half of it. Steps are counted, so that every
 * machine stops at the same one.
 */
const maxSteps = 1_000_000;
const maxEvaluationDepth = 700;
const maxHits = 500;
const maxPassed = 5_000;

/** The state of the abstract interpretation of one file: hits, pending functions and limits. */
export class AnalysisRun {
  readonly compiled: CompiledModel;
  readonly #origins = new Map<string, Map<Syntax, Origin>>();
  readonly #hits = new Map<Rule, Map<Syntax, Hit>>();
  readonly classes = new Map<string, ClassInfo>();
  /** Functions without a known call so far. */
  readonly pending: Callable[] = [];
  readonly entered = new Set<FunctionUnit>();
  /** The number of runs of each function. */
  readonly runs = new Map<FunctionUnit, number>();
  /** The functions under evaluation, innermost last. */
  readonly stack: FunctionUnit[] = [];
  memo = new WeakMap<Callable, Map<string, Value>>();
  readonly passed: OutgoingTaint[] = [];
  readonly crossRequestStores = new CrossRequestStores();
  readonly incoming: IncomingTaint | undefined;
  /** The functions that taint from other files can enter. */
  readonly enteredFromOutside = new Set<string>();
  /** The names of the innermost call, for records among its arguments. */
  callee: readonly string[] = [];
  /** The categories that plain text, as opposed to a record, is harmless for. */
  readonly nosqlMask = categoryMask(['nosql', 'prototype']);
  steps = 0;
  depth = 0;
  truncated = false;

  constructor(compiled: CompiledModel, incoming?: IncomingTaint) {
    this.compiled = compiled;
    this.incoming = incoming;
  }

  get hits(): Hit[] {
    return [...this.#hits.values()].flatMap((byPlace) => [...byPlace.values()]);
  }

  /** Counts one step. @returns false at the depth limit. @throws OutOfSteps */
  tick(): boolean {
    this.steps += 1;
    if (this.steps > maxSteps) throw new OutOfSteps();
    if (this.depth < maxEvaluationDepth) return true;
    this.truncated = true;
    return false;
  }

  /** Creates the taint of a source at a position. */
  taintFrom(
    at: Syntax,
    source: Pick<Source, 'description' | 'label' | 'cleans'> & Pick<Origin, 'from'>,
  ): Taint {
    const { cleans } = source;
    return { origin: this.#origin(at, source), sanitized: cleans ? categoryMask(cleans) : 0 };
  }

  #origin(
    at: Syntax,
    { description, label = 'user', from }: Pick<Source, 'description' | 'label'> & Pick<Origin, 'from'>,
  ): Origin {
    const ofLabel = this.#origins.get(label) ?? new Map<Syntax, Origin>();
    this.#origins.set(label, ofLabel);
    const origin = ofLabel.get(at) ?? { label, description, at, ...(from && { from }) };
    ofLabel.set(at, origin);
    return origin;
  }

  report(rule: Rule, at: Syntax, taint?: Taint): void {
    const byPlace = this.#hits.get(rule) ?? new Map<Syntax, Hit>();
    this.#hits.set(rule, byPlace);
    if (byPlace.size < maxHits && !byPlace.has(at)) byPlace.set(at, { rule, at, ...(taint && { taint }) });
  }

  /** Reports a value with a taint that is dangerous in this sink. */
  sink({ rule, sink, bit, labels }: RuleSink, value: Value, at: Syntax): void {
    if (sink.unless?.(value)) return;
    const taints = sink.shallow ? value.taints : deepTaints(value);
    const harmful = taints.find(
      (taint) => (taint.sanitized & bit) === 0 && labels.includes(taint.origin.label),
    );
    if (harmful) this.report(rule, at, harmful);
  }

  /** Records a call of a function of another file with tainted arguments. */
  pass(names: readonly string[], values: readonly Value[], at: Syntax): void {
    const args = values.flatMap((value, index) => {
      const [first, ...rest] = deepTaints(value).filter(({ origin }) => origin.label === 'user');
      if (first === undefined) return [];
      const cleaned = rest.reduce((mask, taint) => mask & taint.sanitized, first.sanitized);
      const { description, from } = first.origin;
      return cleaned === -1 ? [] : [{ index, cleaned, description, ...(from && { from }) }];
    });
    const { line, column, start } = at.place;
    if (args.length === 0) return;
    if (this.passed.length < maxPassed) this.passed.push({ names, args, line, column, start });
    else this.truncated = true;
  }

  /** Returns the taint that other files pass to a parameter. */
  given({ name, isDefault }: FunctionUnit, index: number): ParameterTaint | undefined {
    if (name !== undefined) this.enteredFromOutside.add(name);
    if (isDefault) this.enteredFromOutside.add(defaultExport);
    const own = name === undefined ? undefined : this.incoming?.get(name)?.get(index);
    return own ?? (isDefault ? this.incoming?.get(defaultExport)?.get(index) : undefined);
  }

  /** The function under evaluation. */
  get within(): FunctionUnit | undefined {
    return this.stack.at(-1);
  }
}
