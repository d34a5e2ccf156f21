import type { ClassUnit, FunctionUnit } from '../ir.ts';
import { categoryMask, type Rule, type Source } from '../rule.ts';
import type { Syntax } from '../syntax.ts';
import type { CompiledModel, RuleSink } from './compiled-model.ts';
import { deepTaints, type Origin, type Taint, type Value } from './value.ts';
import { Scope } from './scope.ts';

/** What a rule found: where, and how outside text came there. */
export interface Hit {
  rule: Rule;
  at: Syntax;
  taint?: Taint;
}

/** What the function goes by that a module is. */
export const defaultExport = 'default';

/** Outside text given to a function of another file. */
export interface OutgoingTaint {
  names: readonly string[];
  /** By position: what it is harmless for. */
  args: readonly { index: number; cleaned: number; what: string }[];
  line: number;
}

/** Outside text that functions of this file are given by others: by the function's name, then by position. */
export type IncomingTaint = ReadonlyMap<string, ReadonlyMap<number, { cleaned: number; what: string }>>;

export type Callable = NonNullable<Value['callable']>;

export interface ClassInfo {
  unit: ClassUnit;
  scope: Scope;
  /** The object that stands for every instance when methods are looked at from outside. */
  self: Value;
  methods: Map<string, FunctionUnit>;
}

/** The file cannot be looked at to its end in the time there is; what was found so far stands. */
export class OutOfTime extends Error {}

const stepsBetweenLooks = 256;
const maxEvaluationDepth = 700;
const maxHits = 500;
const maxPassed = 500;

/** One abstract run of one file: what it has found, what is still to be entered, and its bounds. */
export class AnalysisRun {
  readonly compiled: CompiledModel;
  readonly #outOfTime: () => boolean;
  readonly #origins = new Map<string, Map<Syntax, Origin>>();
  readonly #hits = new Map<Rule, Map<Syntax, Hit>>();
  readonly classes = new Map<string, ClassInfo>();
  /** Functions that nobody has called yet as far as is known. */
  readonly pending: Callable[] = [];
  readonly entered = new Set<FunctionUnit>();
  /** How often each has been run. */
  readonly runs = new Map<FunctionUnit, number>();
  /** Functions being evaluated, innermost last. */
  readonly stack: FunctionUnit[] = [];
  readonly memo = new WeakMap<Callable, Map<string, Value>>();
  readonly passed: OutgoingTaint[] = [];
  readonly incoming: IncomingTaint | undefined;
  /** What the innermost call is named, for records among its arguments. */
  callee: readonly string[] = [];
  /** What being plain text, not a record, makes harmless. */
  readonly nosqlMask = categoryMask(['nosql', 'prototype']);
  #steps = 0;
  depth = 0;
  truncated = false;

  constructor(compiled: CompiledModel, outOfTime: () => boolean, incoming?: IncomingTaint) {
    this.compiled = compiled;
    this.incoming = incoming;
    this.#outOfTime = outOfTime;
  }

  get hits(): Hit[] {
    return [...this.#hits.values()].flatMap((byPlace) => [...byPlace.values()]);
  }

  /** Counts one step. @returns false when it is too deep to go on. @throws OutOfTime */
  tick(): boolean {
    this.#steps += 1;
    if (this.#steps % stepsBetweenLooks === 0 && this.#outOfTime()) throw new OutOfTime();
    if (this.depth < maxEvaluationDepth) return true;
    this.truncated = true;
    return false;
  }

  /** The taint of what comes in at a place. */
  taintFrom(at: Syntax, { what, label, cleans }: Pick<Source, 'what' | 'label' | 'cleans'>): Taint {
    return { origin: this.#origin(at, what, label), sanitized: cleans ? categoryMask(cleans) : 0 };
  }

  #origin(at: Syntax, what: string, label = 'user'): Origin {
    const ofLabel = this.#origins.get(label) ?? new Map<Syntax, Origin>();
    this.#origins.set(label, ofLabel);
    const origin = ofLabel.get(at) ?? { label, what, at };
    ofLabel.set(at, origin);
    return origin;
  }

  report(rule: Rule, at: Syntax, taint?: Taint): void {
    const byPlace = this.#hits.get(rule) ?? new Map<Syntax, Hit>();
    this.#hits.set(rule, byPlace);
    if (byPlace.size < maxHits && !byPlace.has(at)) byPlace.set(at, { rule, at, ...(taint && { taint }) });
  }

  /** Reports when one of a value's taints does harm here. */
  sink({ rule, sink, bit, labels }: RuleSink, value: Value, at: Syntax): void {
    if (sink.unless?.(value)) return;
    const taints = sink.shallow ? value.taints : deepTaints(value);
    const harmful = taints.find(
      (taint) => (taint.sanitized & bit) === 0 && labels.includes(taint.origin.label),
    );
    if (harmful) this.report(rule, at, harmful);
  }

  /** Notes a call of what is not in this file, where outside text goes with it. */
  pass(names: readonly string[], values: readonly Value[], at: Syntax): void {
    if (this.passed.length >= maxPassed) return;
    const args = values.flatMap((value, index) => {
      const [first, ...rest] = deepTaints(value).filter(({ origin }) => origin.label === 'user');
      if (first === undefined) return [];
      const cleaned = rest.reduce((mask, taint) => mask & taint.sanitized, first.sanitized);
      return cleaned === -1 ? [] : [{ index, cleaned, what: first.origin.what }];
    });
    if (args.length > 0) this.passed.push({ names, args, line: at.place.line });
  }

  /** What other files give to a parameter. */
  given({ name, isDefault }: FunctionUnit, index: number): { cleaned: number; what: string } | undefined {
    const own = name === undefined ? undefined : this.incoming?.get(name)?.get(index);
    return own ?? (isDefault ? this.incoming?.get(defaultExport)?.get(index) : undefined);
  }

  /** The function that is being evaluated. */
  get within(): FunctionUnit | undefined {
    return this.stack.at(-1);
  }
}
