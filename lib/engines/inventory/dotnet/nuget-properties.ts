import { areOfFramework, frameworkProperty, openConditions, type Conditions } from './nuget-conditions.ts';
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

/** Returns the values of both, without repetitions. Where there are too many, one is unknown. */
export const joinAlternatives = (known: Alternatives | undefined, added: Alternatives): Alternatives => {
  const values = [...new Set([...(known?.values ?? []), ...added.values])];
  return {
    values: values.length > maxAlternatives ? [...values.slice(0, maxAlternatives - 1), undefined] : values,
    isCertain: known?.isCertain ?? false,
    isChosen: (known?.isChosen ?? false) || added.isChosen,
  };
};

/** The purpose of an evaluation: the packages of a project under any condition, or those that NuGet restores. */
export interface Purpose {
  /** True if conditions on the target framework are evaluated. Otherwise each of their branches counts. */
  evaluatesFramework: boolean;
  /** The target framework of a build that has several. */
  framework?: string;
}

/** Properties that builds have without any file that sets them. */
const setOutside: ReadonlySet<string> = new Set([
  frameworkProperty,
  'configuration',
  'platform',
  'os',
  'ci',
  'github_actions',
  'tf_build',
  'continuousintegrationbuild',
  'targetframeworkidentifier',
  'targetframeworkversion',
  'targetplatformidentifier',
  'runtimeidentifier',
  'language',
  'msbuildprojectextension',
  'msbuildruntimetype',
  'visualstudioversion',
  'usingmicrosoftnetsdk',
]);

const importSwitches: ReadonlySet<string> = new Set([
  'importdirectorybuildprops',
  'importdirectorybuildtargets',
  'importdirectorypackagesprops',
  'directorybuildpropspath',
  'directorybuildtargetspath',
  'directorypackagespropspath',
]);
const importPrefixes = ['custombefore', 'customafter', 'beforemicrosoft', 'aftermicrosoft'];

/** The properties of a project. Each is expanded where it is set, as MSBuild does. */
export class NugetProperties {
  readonly #known = new Map<string, Alternatives>();
  readonly #purpose: Purpose;
  /** True once anything asked for the target framework. */
  asksForFramework = false;

  constructor(purpose: Purpose) {
    this.#purpose = purpose;
  }

  /** Returns those of the conditions that may be met or not; undefined when all are met, false when one is not. */
  open(conditions: Conditions | undefined): Conditions | undefined | false {
    if (!conditions || !this.#purpose.evaluatesFramework) return conditions;
    return openConditions(conditions, (name) =>
      name === frameworkProperty ? this.#certainValue(name) : undefined,
    );
  }

  /**
   * Returns whether conditions are not met where what the project and its imports do not set is empty. What tools, the environment
   * or the system set is not known.
   */
  areUnlikely(conditions: Conditions): boolean {
    const isSetOutside = (name: string): boolean => setOutside.has(name);
    const valueOf = (name: string): string | undefined =>
      this.get(name) || isSetOutside(name) ? this.#certainValue(name) : '';
    return openConditions(conditions, valueOf) === false;
  }

  #certainValue(name: string): string | undefined {
    const known = this.get(name);
    return known?.isCertain === true && known.values.length === 1 ? known.values[0] : undefined;
  }

  /** Marks values that only apply under conditions. */
  under(values: Alternatives, conditions: Conditions | undefined): Alternatives {
    if (!conditions) return values;
    const isOfFramework = !this.#purpose.evaluatesFramework && areOfFramework(conditions);
    return { ...values, isCertain: false, isChosen: values.isChosen || !isOfFramework };
  }

  /** Returns the names of properties that let builds import other files than usual. */
  importing(): string[] {
    return [...this.#known.keys()].filter(
      (name) => importSwitches.has(name) || importPrefixes.some((prefix) => name.startsWith(prefix)),
    );
  }

  get(name: string): Alternatives | undefined {
    const key = name.toLowerCase();
    const { framework } = this.#purpose;
    const isFramework = key === frameworkProperty;
    this.asksForFramework ||= isFramework;
    if (isFramework && framework !== undefined)
      return { values: [framework], isCertain: true, isChosen: false };
    return this.#known.get(key);
  }

  set({ property, value, isDefault, conditions }: Extract<NugetStep, { property: string }>): void {
    const open = this.open(conditions);
    if (open === false) return;
    const key = property.toLowerCase();
    const known = this.#known.get(key);
    const expanded = this.expand(value);
    if (open) this.#known.set(key, joinAlternatives(known, this.under(expanded, open)));
    else if (!isDefault || known === undefined || known.values.every((each) => each === ''))
      this.#known.set(key, expanded);
    else if (!known.isCertain)
      this.#known.set(key, { ...joinAlternatives(known, expanded), isCertain: true });
  }

  /** Returns a text without the properties that nothing sets; undefined where one has no single value. */
  withoutUnset(text: string): string | undefined {
    const { values } = this.expand(text, { values: [''], isCertain: false, isChosen: false });
    return values.length === 1 ? values[0] : undefined;
  }

  /** Replaces each `$(name)` by all of its values. */
  expand(text: string, unset = noValue): Alternatives {
    if (!text.includes('$(')) return { values: [text], isCertain: true, isChosen: false };
    let whole: Alternatives = { values: [''], isCertain: true, isChosen: false };
    for (let at = 0; at < text.length;) {
      const start = text.indexOf('$(', at);
      const end = start === -1 ? -1 : text.indexOf(')', start);
      const plain = text.slice(at, start === -1 ? text.length : start);
      const property = end === -1 ? noValue : (this.get(text.slice(start + 2, end).trim()) ?? unset);
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
