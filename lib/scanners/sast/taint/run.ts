import type { ClassUnit, FunctionUnit } from '../ir.ts';
import { maskOf, type Rule, type Source } from '../rule.ts';
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

/** One abstract run of one file: what it has found, what is still to be entered, and its bounds. */
export class Run {
  readonly compiled: CompiledModel;
  readonly #outOfTime: () => boolean;
  readonly #origins = new Map<Syntax, Origin>();
  readonly #hits = new Map<Rule, Map<Syntax, Hit>>();
  readonly classes = new Map<string, ClassInfo>();
  /** Functions that nobody has called yet as far as is known. */
  readonly pending: Callable[] = [];
  readonly entered = new Set<FunctionUnit>();
  /** Functions being evaluated, innermost last. */
  readonly stack: FunctionUnit[] = [];
  readonly memo = new WeakMap<Callable, Map<string, Value>>();
  /** What the innermost call is named, for records among its arguments. */
  callee: readonly string[] = [];
  /** What being plain text, not a record, makes harmless. */
  readonly nosqlMask = maskOf(['nosql', 'prototype']);
  #steps = 0;
  depth = 0;
  truncated = false;

  constructor(compiled: CompiledModel, outOfTime: () => boolean) {
    this.compiled = compiled;
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
    return { origin: this.#origin(at, what, label), cleaned: cleans ? maskOf(cleans) : 0 };
  }

  #origin(at: Syntax, what: string, label = 'user'): Origin {
    const known = this.#origins.get(at);
    if (known) return known;
    const origin = { label, what, at };
    this.#origins.set(at, origin);
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
      (taint) => (taint.cleaned & bit) === 0 && labels.includes(taint.origin.label),
    );
    if (harmful) this.report(rule, at, harmful);
  }

  /** The function that is being evaluated. */
  get within(): FunctionUnit | undefined {
    return this.stack.at(-1);
  }
}
