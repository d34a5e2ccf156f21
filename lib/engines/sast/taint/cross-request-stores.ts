import type { Call } from '../rule.ts';
import type { AnalysisRun } from './analysis-run.ts';
import { deepTaints, mergeTaints, type Taint, type Value } from './value.ts';

const keyOf = (value: Value | undefined): string =>
  value?.constant === undefined || value.constant === null ? '*' : String(value.constant);

/** The taint in stores that outlive a request, such as a session, by constant key. */
export class CrossRequestStores {
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
export const storedByCall = (run: AnalysisRun, { names, args, at }: Call): Value | undefined => {
  const { crossRequestPuts, crossRequestGets } = run.compiled;
  if (args[1] && crossRequestPuts.find(names).length > 0)
    run.crossRequestStores.put(keyOf(args[0]), deepTaints(args[1]));
  if (crossRequestGets.find(names).length === 0) return undefined;
  const taints = run.crossRequestStores.get(keyOf(args[0]));
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

const isCrossRequestStore = (run: AnalysisRun, { path, type }: Value): boolean =>
  run.compiled.crossRequestHolders.find([...(path ? [path] : []), ...(type ? [type] : [])]).length > 0;

/**
 * Stores an untrusted value.
 * @returns whether the store keeps it.
 */
export const putIntoStore = (
  run: AnalysisRun,
  holder: Value,
  { key, value }: { key: string; value: Value },
): boolean => {
  const taints = deepTaints(value);
  const isKept = taints.length > 0 && isCrossRequestStore(run, holder);
  if (isKept) run.crossRequestStores.put(key, taints);
  return isKept;
};

export const readFromStore = (
  run: AnalysisRun,
  holder: Value,
  { key, at }: { key: string; at: Call['at'] },
): Value | undefined => {
  if (!isCrossRequestStore(run, holder)) return undefined;
  const taints = run.crossRequestStores.get(key);
  return taints.length === 0 ? undefined : carried(taints, holder.path && `${holder.path}.${key}`, at);
};
