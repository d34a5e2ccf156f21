import { maxAlternatives, type NugetStep } from './nuget-project.ts';

/** The values that a text may have, of which conditions choose. */
export interface Alternatives {
  /** One is undefined where something in it is unknown. */
  values: readonly (string | undefined)[];
  /** False if conditions may leave nothing of them. */
  isCertain: boolean;
  /** True if anything but the target framework chooses. */
  isChosen: boolean;
}

export const noValue: Alternatives = { values: [undefined], isCertain: true, isChosen: false };

const longestValue = 1000;

/** Conditions that choose by the target framework, of which a lockfile has all. */
const isOfFramework = (condition: string): boolean => {
  const text = condition.toLowerCase();
  return text.includes('targetframework') && !text.includes('in a target');
};

/** Returns the values of both, without repetitions, and without further ones where there are too many. */
export const joinAlternatives = (known: Alternatives | undefined, added: Alternatives): Alternatives => ({
  values: [...new Set([...(known?.values ?? []), ...added.values])].slice(0, maxAlternatives),
  isCertain: known?.isCertain ?? false,
  isChosen: (known?.isChosen ?? false) || added.isChosen,
});

/** Marks values that only apply under a condition. */
export const underCondition = (values: Alternatives, condition: string | undefined): Alternatives =>
  condition === undefined
    ? values
    : { ...values, isCertain: false, isChosen: values.isChosen || !isOfFramework(condition) };

/** The properties of a project. Each is expanded where it is set, as MSBuild does. */
export class NugetProperties {
  readonly #known = new Map<string, Alternatives>();

  get(name: string): Alternatives | undefined {
    return this.#known.get(name.toLowerCase());
  }

  set({ property, value, isDefault, condition }: Extract<NugetStep, { property: string }>): void {
    const key = property.toLowerCase();
    const known = this.#known.get(key);
    const expanded = this.expand(value);
    if (condition !== undefined) {
      this.#known.set(key, joinAlternatives(known, underCondition(expanded, condition)));
    } else if (!isDefault || known === undefined || known.values.every((each) => each === ''))
      this.#known.set(key, expanded);
    else if (!known.isCertain)
      this.#known.set(key, { ...joinAlternatives(known, expanded), isCertain: true });
  }

  /** Replaces each `$(name)` by all of its values. */
  expand(text: string): Alternatives {
    if (!text.includes('$(')) return { values: [text], isCertain: true, isChosen: false };
    let whole: Alternatives = { values: [''], isCertain: true, isChosen: false };
    for (let at = 0; at < text.length;) {
      const start = text.indexOf('$(', at);
      const end = start === -1 ? -1 : text.indexOf(')', start);
      const plain = text.slice(at, start === -1 ? text.length : start);
      const property = end === -1 ? noValue : (this.get(text.slice(start + 2, end).trim()) ?? noValue);
      whole = concatenate(whole, plain, start === -1 ? undefined : property);
      at = start === -1 || end === -1 ? text.length : end + 1;
    }
    return whole;
  }
}

const concatenate = (whole: Alternatives, plain: string, next: Alternatives | undefined): Alternatives => {
  const append = (before: string | undefined, after: string | undefined): string | undefined => {
    const text = before === undefined || after === undefined ? undefined : before + plain + after;
    return text !== undefined && text.length > longestValue ? undefined : text;
  };
  const all = whole.values.flatMap((before) => (next?.values ?? ['']).map((after) => append(before, after)));
  const values = [...new Set(all)];
  return {
    values: values.length > maxAlternatives ? [undefined] : values,
    isCertain: whole.isCertain && (next?.isCertain ?? true),
    isChosen: whole.isChosen || (next?.isChosen ?? false),
  };
};
