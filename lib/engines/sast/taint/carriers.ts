import type { Call } from '../rule.ts';
import type { AnalysisRun } from './analysis-run.ts';
import { deepTaints, mergeTaints, type Taint, type Value } from './value.ts';

const keyOf = (value: Value | undefined): string =>
  value?.constant === undefined || value.constant === null ? '*' : String(value.constant);

/** The taint in stores that outlive a request, such as a session, by constant key. */
export class Carriers {
  readonly #taints = new Map<string, readonly Taint[]>();
  readonly #asked = new Set<string>();
  #late = false;

  put(key: string, taints: readonly Taint[]): void {
    if (taints.length === 0) return;
    const known = this.#taints.get(key) ?? [];
    const all = mergeTaints(known, taints);
    if (all.length === known.length) return;
    this.#taints.set(key, all);
    if (this.#asked.has(key)) this.#late = true;
  }

  get(key: string): readonly Taint[] {
    this.#asked.add(key);
    return this.#taints.get(key) ?? [];
  }

  /** Returns whether, since the last call, a value was stored under a key that had already been read. */
  takeLate(): boolean {
    const late = this.#late;
    this.#late = false;
    return late;
  }
}

/** Stores and returns what `session.setAttribute(key, value)` and `session.getAttribute(key)` carry. */
export const carriedByCall = (run: AnalysisRun, { names, args, at }: Call): Value | undefined => {
  const { carrierPuts, carrierGets } = run.compiled;
  if (args[1] && carrierPuts.find(names).length > 0) run.carriers.put(keyOf(args[0]), deepTaints(args[1]));
  if (carrierGets.find(names).length === 0) return undefined;
  const taints = run.carriers.get(keyOf(args[0]));
  return taints.length === 0 ? undefined : carried(taints, names[0], at);
};

const carried = (taints: readonly Taint[], name: string | undefined, at: Call['at']): Value => ({
  taints: taints.map((taint) => ({
    ...taint,
    lastStep: {
      message: 'carried by the session',
      at,
      depth: (taint.lastStep?.depth ?? 0) + 1,
      ...(taint.lastStep && { before: taint.lastStep }),
    },
  })),
  ...(name !== undefined && { path: `${name}()` }),
});

const isCarrier = (run: AnalysisRun, { path, type }: Value): boolean =>
  run.compiled.carrierHolders.find([...(path ? [path] : []), ...(type ? [type] : [])]).length > 0;

/**
 * Stores an untrusted value.
 * @returns whether the store keeps it.
 */
export const putIntoCarrier = (
  run: AnalysisRun,
  holder: Value,
  { key, value }: { key: string; value: Value },
): boolean => {
  const taints = deepTaints(value);
  const isKept = taints.length > 0 && isCarrier(run, holder);
  if (isKept) run.carriers.put(key, taints);
  return isKept;
};

export const readFromCarrier = (
  run: AnalysisRun,
  holder: Value,
  { key, at }: { key: string; at: Call['at'] },
): Value | undefined => {
  if (!isCarrier(run, holder)) return undefined;
  const taints = run.carriers.get(key);
  return taints.length === 0 ? undefined : carried(taints, holder.path && `${holder.path}.${key}`, at);
};
