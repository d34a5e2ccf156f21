import { packageName } from '../advisories/package-name.ts';
import type { Inventory, PackageEcosystem } from '../model/component.ts';
import type { SkippedFile, SourceFiles } from '../model/source-files.ts';
import type { PackageUsage, UnitUsage } from './unit-usage.ts';
import { isDistribution } from '../model/component.ts';
import { looksLikeOthersCode } from '../source-files/file-class.ts';
import { createLineIndex, type LineIndex } from '../source-files/line-index.ts';
import { textBesideNuls } from '../source-files/source-text.ts';
import { recognizeLockfile } from '../units/recognize-file.ts';
import { extensionOf } from '../units/paths.ts';
import { codeLanguages, type CodeLanguage } from './code-languages.ts';
import { codeOfManifest, isManifestOfPackages } from './manifest-code.ts';
import { composerNamespaces } from './composer-namespaces.ts';
import { createMemberTable, type MemberTable } from './member-table.ts';
import { packageModules, type PackageModules } from './module-names.ts';
import { renamedPackages } from './renamed-packages.ts';
import { scriptExtension, unknownScript } from './script-extension.ts';

/** Larger files are data or generated. When one is left out, nothing is reported as not imported. */
const maxFileBytes = 1024 * 1024;
/** Far above any unit that people write by hand. */
const maxUnitBytes = 256 * 1024 * 1024;
/** The limit of importing files that are kept per package. */
const maxPlaces = 200;
/** The limit of the parts of a module name; more do not matter. */
const maxParts = 12;

/** A package of the inventory with the findings about it. */
interface Tracked {
  usage: PackageUsage;
  direct: boolean;
  /** Set when a text names it without certainly importing it. */
  mentioned?: true;
  /** True when code that does not name its modules does not import it. */
  complete: boolean;
}

interface LanguageState {
  language: CodeLanguage;
  /** Packages by module name. */
  byModule: Map<string, Tracked[]>;
  tracked: Tracked[];
  /** Files of code that were read. */
  filesRead: number;
  /** Set when code was not read, or has imports whose target is only known at run time. */
  incomplete: boolean;
}

type Declared = ReadonlyMap<string, PackageModules>;

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
    const others = state.byModule.get(module);
    if (others) others.push(tracked);
    else state.byModule.set(module, [tracked]);
  }
};

/** Collects the packages of the inventory by ecosystem, each once. */
const languageStates = ({ components, direct }: Inventory, declared: Declared): LanguageState[] => {
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
      tracked: [],
      filesRead: 0,
      incomplete: false,
    };
    for (const [name, isDirect] of names) track(state, { name, direct: isDirect }, declared);
    return [state];
  });
};

/** Returns the packages whose module is the name, or its longest prefix. */
const importedBy = ({ byModule, language }: LanguageState, written: string): readonly Tracked[] => {
  const { separator, caseless } = language;
  const name = caseless ? written.toLowerCase() : written;
  let at = name.length;
  for (let part = 0; part < maxParts && at > 0; part += 1) {
    const found = byModule.get(name.slice(0, at));
    if (found) return found;
    at = name.lastIndexOf(separator, at - 1);
  }
  return [];
};

interface FileText {
  path: string;
  extension: string;
  text: string;
  lines: () => LineIndex;
}

/** Enough for `} from `, with the spaces that people write. */
const beforeName = 80;

/** Splits `a.b as c, d` into its modules. */
const modulesIn = (stated: string): string[] =>
  stated.includes(',') || stated.includes(' ')
    ? stated.split(',').map((part) => part.trim().split(/[ \t]/, 1)[0] ?? '')
    : [stated];

const noteImport = ({ usage }: Tracked, place: [file: number, line: number]): void => {
  if (usage.places.length < maxPlaces) usage.places.push(place);
  else usage.truncated = true;
};

/**
 * Notes the packages that a text names.
 * @returns whether it imports any.
 */
const noteNames = (
  state: LanguageState,
  file: number,
  { text, lines, isCode }: FileText & { isCode: boolean },
): boolean => {
  const { mention, importedAfter } = state.language;
  const imported = new Set<Tracked>();
  const isImport = (at: number): boolean =>
    isCode && (!importedAfter || importedAfter.test(text.slice(Math.max(0, at - beforeName), at)));
  for (const found of text.matchAll(mention)) {
    const stated = found.slice(1).find((name) => name !== undefined) ?? '';
    for (const module of modulesIn(stated)) {
      const packages = importedBy(state, module);
      if (packages.length === 0) continue;
      const isImported = isImport(found.index + found[0].indexOf(stated));
      const line = lines().numberAt(found.index + found[0].indexOf(module));
      for (const tracked of packages) {
        if (!isImported) tracked.mentioned = true;
        else if (!imported.has(tracked)) noteImport(tracked, [file, line]);
        if (isImported) imported.add(tracked);
      }
    }
  }
  return imported.size > 0;
};

interface Reading {
  states: LanguageState[];
  files: string[];
  members: MemberTable;
}

const readText = ({ states, files, members }: Reading, each: FileText): void => {
  const { extension } = each;
  for (const state of states) {
    const { code, beside = [], dynamic, member } = state.language;
    const isCode = code.includes(extension);
    if (!isCode && !beside.includes(extension)) continue;
    if (isCode) state.filesRead += 1;
    if (isCode && dynamic?.some((one) => one.test(each.text))) state.incomplete = true;
    if (!noteNames(state, files.length, { ...each, isCode })) continue;
    files.push(each.path);
    members.addFile(isCode && member ? each.text.matchAll(member) : [], each.lines);
  }
};

const leaveOut = (states: readonly LanguageState[], path: string, extension = extensionOf(path)): void => {
  for (const state of states) if (state.language.code.includes(extension)) state.incomplete = true;
};

const isRead = (states: readonly LanguageState[], extension: string): boolean =>
  states.some(
    ({ language: { code, beside = [] } }) => code.includes(extension) || beside.includes(extension),
  );

/** Reads the imports of a file of the unit. A file that cannot be read makes its language incomplete. */
const readFile = (
  reading: Reading,
  source: SourceFiles,
  { path, extension }: Pick<FileText, 'path' | 'extension'>,
): void => {
  try {
    const bytes = textBesideNuls(source.read(path));
    if (!bytes) return leaveOut(reading.states, path, extension);
    const whole = bytes.toString('latin1');
    const text = isManifestOfPackages(path) ? codeOfManifest(whole) : whole;
    let index: LineIndex | undefined;
    return readText(reading, { path, extension, text, lines: () => (index ??= createLineIndex(text)) });
  } catch {
    return leaveOut(reading.states, path, extension);
  }
};

const noteUnreadLanguages = (states: readonly LanguageState[], extension: string): void => {
  for (const state of states) if (state.language.unread?.includes(extension)) state.incomplete = true;
};

/** A script in an unknown language may import packages of any ecosystem. */
const noteUnknownScript = (states: readonly LanguageState[], path: string): void => {
  if (!looksLikeOthersCode(path)) for (const state of states) state.incomplete = true;
};

/** Submodules may hold any code; a link may lead to code elsewhere. */
const noteSkipped = (states: readonly LanguageState[], skipped: readonly SkippedFile[]): void => {
  for (const { path, reason } of skipped) {
    if (reason === 'submodule') for (const state of states) state.incomplete = true;
    else leaveOut(states, path);
  }
};

const readFiles = (reading: Reading, source: SourceFiles): void => {
  const { states } = reading;
  let bytesRead = 0;
  for (const { path, sizeBytes } of source.entries) {
    const extension = scriptExtension(source, path) ?? extensionOf(path);
    if (extension === unknownScript) noteUnknownScript(states, path);
    noteUnreadLanguages(states, extension);
    if (!isRead(states, extension) || recognizeLockfile(path)) continue;
    bytesRead += sizeBytes;
    if (sizeBytes > maxFileBytes || bytesRead > maxUnitBytes) leaveOut(states, path, extension);
    else if (!looksLikeOthersCode(path)) readFile(reading, source, { path, extension });
  }
};

/** A direct dependency is listed without places when all code was read and none of it can import it in another way. */
const packagesOf = ({ tracked, filesRead, incomplete }: LanguageState): PackageUsage[] => {
  const isKnown = filesRead > 0 && !incomplete;
  return tracked
    .filter(
      ({ usage, direct, complete, mentioned }) =>
        usage.places.length > 0 || (isKnown && direct && complete && !mentioned),
    )
    .map(({ usage }) => usage);
};

/**
 * Finds which packages of a unit its first-party code imports, and the members that it refers to: a pure function of
 * its files. It takes every name in the right position for an import, so that packages reported as not imported are
 * named nowhere.
 * @returns undefined when the unit has no code in any of its packages' ecosystems.
 */
export const readUsage = (
  source: SourceFiles,
  inventory: Inventory,
  skipped: readonly SkippedFile[] = [],
): UnitUsage | undefined => {
  const states = languageStates(inventory, composerNamespaces(source));
  if (states.length === 0) return undefined;
  noteSkipped(states, skipped);
  const reading: Reading = { states, files: [], members: createMemberTable() };
  readFiles(reading, source);
  const renamed = renamedPackages(source);
  const packages = states
    .flatMap(packagesOf)
    .filter(({ places, name }) => places.length > 0 || !renamed.has(name));
  if (packages.length === 0) return undefined;
  return { files: reading.files, ...reading.members.close(), packages };
};
