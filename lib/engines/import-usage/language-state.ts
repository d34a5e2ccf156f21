import { packageName } from '../advisories/package-name.ts';
import { isDistribution, type Inventory, type PackageEcosystem } from '../model/component.ts';
import { codeLanguages, type CodeLanguage } from './code-languages.ts';
import { packageModules, type PackageModules } from './modules/module-names.ts';
import type { PackageUsage } from './unit-usage.ts';

/** The limit of the parts of a module name; more do not matter. */
const maxParts = 40;
/** The limit of the importing files that are kept per package. */
const maxPlaces = 200;

/** A package of the inventory with the findings about it. */
export interface Tracked {
  usage: PackageUsage;
  direct: boolean;
  /** Set when a text names it without certainly importing it. */
  mentioned?: true;
  /** True when code that does not name its modules does not import it. */
  complete: boolean;
}

/** The packages that a name may stand for, with where texts name them. */
export interface NamedPackages {
  packages: Tracked[];
  /** The first places of imports, one for each file. */
  places: [file: number, line: number][];
  truncated?: true;
  /** Set when a text has the name without certainly importing. */
  mentioned?: true;
}

/** The packages that a name in a text may stand for. */
interface Named {
  named?: NamedPackages;
  /** True where the name is above that of their modules, so that the text may name a module by the rest. */
  isAbove: boolean;
}

export interface LanguageState {
  language: CodeLanguage;
  /** Packages by module name. */
  byModule: Map<string, NamedPackages>;
  /** By a name above that of a module. */
  byNameAbove: Map<string, NamedPackages>;
  /** The words of settings and the like that were looked up. */
  wordsSeen: Set<string>;
  tracked: Tracked[];
  /** True when a package is tracked that may turn out not to be imported. */
  hasCandidates: boolean;
  /** Files of code that were read. */
  filesRead: number;
  /** True when other units have code in it, which a path that climbs may reach. */
  hasCodeElsewhere: boolean;
  /** Set when code was not read, or has imports whose target is only known at run time. */
  incomplete: boolean;
}

/** Lists the names above a module: `google` of `google.protobuf`. Only these let code name what is below by a part. */
const namesAbove = (module: string, separator: string): string[] =>
  separator === '.' || separator === '\\'
    ? module
        .split(separator, maxParts)
        .slice(0, -1)
        .map((_, at, parts) => parts.slice(0, at + 1).join(separator))
    : [];

type Declared = ReadonlyMap<string, PackageModules>;

const addTo = (byName: Map<string, NamedPackages>, name: string, tracked: Tracked): void => {
  const others = byName.get(name);
  if (others) others.packages.push(tracked);
  else byName.set(name, { packages: [tracked], places: [] });
};

const track = (
  state: LanguageState,
  { name, direct }: { name: string; direct: boolean },
  declared: Declared,
): void => {
  const { ecosystem } = state.language;
  const known = ecosystem === 'Packagist' ? declared.get(name) : packageModules(ecosystem, name);
  if (!known) return;
  const tracked: Tracked = {
    usage: { ecosystem, name, places: [] },
    direct,
    complete: known.complete,
  };
  state.tracked.push(tracked);
  for (const module of known.modules) {
    addTo(state.byModule, module, tracked);
    for (const above of namesAbove(module, state.language.separator))
      addTo(state.byNameAbove, above, tracked);
  }
};

/** Collects the packages of the inventory by ecosystem, each once. */
export const languageStates = ({ components, direct }: Inventory, declared: Declared): LanguageState[] => {
  const roots = new Set(direct);
  const byEcosystem = new Map<PackageEcosystem, Map<string, boolean>>();
  for (const { ecosystem, name, local, direct: isDirect, ref } of components) {
    if (local || ecosystem === undefined || isDistribution(ecosystem)) continue;
    const names = byEcosystem.get(ecosystem) ?? new Map<string, boolean>();
    byEcosystem.set(ecosystem, names);
    const key = packageName(ecosystem, name);
    names.set(key, names.get(key) === true || isDirect || roots.has(ref));
  }
  return codeLanguages.flatMap((language) => {
    const names = byEcosystem.get(language.ecosystem);
    if (!names) return [];
    const state: LanguageState = {
      language,
      byModule: new Map(),
      byNameAbove: new Map(),
      wordsSeen: new Set(),
      tracked: [],
      hasCandidates: false,
      filesRead: 0,
      hasCodeElsewhere: false,
      incomplete: false,
    };
    for (const [name, isDirect] of names) track(state, { name, direct: isDirect }, declared);
    state.hasCandidates = state.tracked.some(({ direct: isListed, complete }) => isListed && complete);
    return [state];
  });
};

/** Returns whether a package of a language may still turn out not to be imported. Until then, mentions count. */
export const isUndecided = ({ incomplete, hasCandidates }: LanguageState): boolean =>
  !incomplete && hasCandidates;

/** Cuts a name after as many parts as one of a module has. */
const firstParts = (name: string, separator: string): string =>
  name.length > maxParts ? name.split(separator, maxParts).join(separator) : name;

/** Finds the packages whose module is the name or one that it begins with, the longest one; else those below it. */
export const packagesNamed = ({ byModule, byNameAbove, language }: LanguageState, written: string): Named => {
  const { separator, caseless } = language;
  const stated = separator === '\\' && written.includes('\\\\') ? written.replaceAll('\\\\', '\\') : written;
  const name = firstParts(caseless ? stated.toLowerCase() : stated, separator);
  for (let at = name.length; at > 0; at = name.lastIndexOf(separator, at - 1)) {
    const named = byModule.get(name.slice(0, at));
    if (named) return { named, isAbove: false };
  }
  if (byNameAbove.size === 0) return { isAbove: false };
  const below = byNameAbove.get(name.replace(/[.\\]_?$/, ''));
  return below ? { named: below, isAbove: true } : { isAbove: false };
};

/** Notes an import by a name. Its packages are only visited at the end, since any number may have the name. */
export const noteImport = (named: NamedPackages, place: [file: number, line: number]): void => {
  if (named.places.length < maxPlaces) named.places.push(place);
  else named.truncated = true;
};

/** Tells each package what was noted of its names. */
export const settleNames = ({ byModule, byNameAbove }: LanguageState): void => {
  for (const { packages, places, truncated, mentioned } of [...byModule.values(), ...byNameAbove.values()])
    for (const tracked of packages) {
      const { usage } = tracked;
      if (mentioned) tracked.mentioned = true;
      if (places.length === 0) continue;
      const all = [...usage.places, ...places].toSorted(([a, la], [b, lb]) => a - b || la - lb);
      const ofFiles = all.filter(([file], at) => file !== all[at - 1]?.[0]);
      usage.places = ofFiles.slice(0, maxPlaces);
      if (truncated || ofFiles.length > maxPlaces) usage.truncated = true;
    }
};
