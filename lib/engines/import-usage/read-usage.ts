import type { Inventory } from '../model/component.ts';
import type { SkippedFile, SourceFiles } from '../model/source-files.ts';
import type { UnitType } from '../model/project-unit.ts';
import type { PackageUsage, UnitUsage } from './unit-usage.ts';
import { createLineIndex, type LineIndex } from '../source-files/line-index.ts';
import { textBesideNuls } from '../source-files/source-text.ts';
import { recognizeBuildFile, recognizeLockfile, recognizeManifest } from '../units/recognize-file.ts';
import { baseNameOf, extensionOf } from '../units/paths.ts';
import { codeOfBuild, codeOfManifest, isManifestOfPackages, withoutReadme } from './manifest-code.ts';
import { composerNamespaces } from './composer-namespaces.ts';
import { hidesNames, isForeignEncoding } from './hidden-names.ts';
import { languageStates, settleNames, type LanguageState } from './language-state.ts';
import { createMemberTable } from './member-table.ts';
import { managedCode, outsideCode } from './managed-code.ts';
import { manifestTexts } from './manifest-text.ts';
import { anyUnread, filesThatRun, listRuns, nameToRun, textKind, type TextKind } from './other-texts.ts';
import { readList, readText, type Reading } from './read-text.ts';
import { renamedPackages } from './renamed-packages.ts';
import { readScriptStart, unknownScript } from './script-extension.ts';

/** Larger files are data or generated. When one is left out, nothing is reported as not imported. */
const maxFileBytes = 1024 * 1024;
/** Far above any unit that people write by hand. */
const maxUnitBytes = 256 * 1024 * 1024;

/** The mark of UTF-8, read as Latin-1. */
const byteOrderMark = /^\xef\xbb\xbf/;

/** The types of projects by whose manifests packages of an ecosystem are listed. */
const listedBy: Partial<Record<string, readonly UnitType[]>> = {
  npm: ['npm', 'deno'],
  PyPI: ['pypi', 'conda'],
  'crates.io': ['cargo'],
  RubyGems: ['rubygems'],
  Packagist: ['composer'],
  Pub: ['pub'],
};

const modulesOfGo = new Set(['go.mod', 'go.work']);

type Entry = SourceFiles['entries'][number];

const leaveOpen = (states: readonly LanguageState[]): void => {
  for (const state of states) state.incomplete = true;
};

const readsAsCode = ({ language }: LanguageState, path: string): boolean =>
  language.code.includes(extensionOf(path));

const isBinary = (source: SourceFiles, path: string): boolean => {
  try {
    return textBesideNuls(source.read(path)) === undefined;
  } catch {
    return false;
  }
};

/** Returns whether a file that is not read may hold a use in a language. One of an unknown kind and a page may in any. */
const mayUse =
  (path: string, kind: TextKind) =>
  (state: LanguageState): boolean =>
    kind === 'settings' ||
    kind === 'template' ||
    readsAsCode(state, path) ||
    state.language.beside?.includes(extensionOf(path)) === true;

const leaveOut = (states: readonly LanguageState[], path: string, kind: TextKind): void =>
  leaveOpen(states.filter(mayUse(path, kind)));

/** Returns whether a file lists the packages of an ecosystem, so that a name in it is no use. */
const isListOf = ({ language: { ecosystem } }: LanguageState, path: string): boolean => {
  if (ecosystem === 'Go' && modulesOfGo.has(baseNameOf(path))) return true;
  const type = recognizeManifest(path);
  return type !== undefined && !isManifestOfPackages(path) && listedBy[ecosystem]?.includes(type) === true;
};

const ofNpm = (states: readonly LanguageState[]): LanguageState[] =>
  states.filter(({ language }) => language.ecosystem === 'npm');

/** The parts of a file that may use packages. */
const usingParts = (states: readonly LanguageState[], path: string, whole: string) => {
  if (!isManifestOfPackages(path))
    return { text: recognizeBuildFile(path) ? codeOfBuild(whole) : whole, commands: '' };
  const manifest = codeOfManifest(whole);
  if (!manifest || hidesNames(whole, 'json')) leaveOpen(ofNpm(states));
  return { text: manifest?.text ?? whole, commands: manifest?.scripts ?? '' };
};

/** Files for people and such that rarely hold text, by their names, and the names that were seen to be loaded. */
interface Unread {
  byName: Map<string, Entry[]>;
  run: Set<string>;
  /** The names of those that were not fetched. */
  missing: ReadonlySet<string>;
}

interface Source extends Reading {
  source: SourceFiles;
  unread: Unread;
  leadsOutside: ReturnType<typeof outsideCode>;
}

/** Reads a file of the unit for what it imports. A file that cannot be read is left out. */
const readFile = (
  { source, unread, leadsOutside, ...reading }: Source,
  path: string,
  kind: TextKind,
): void => {
  const { states } = reading;
  let bytes: Buffer | undefined;
  try {
    bytes = textBesideNuls(source.read(path));
  } catch {
    return leaveOut(states, path, kind);
  }
  const asCode = states.filter((state) => readsAsCode(state, path));
  if (!bytes || (asCode.length > 0 && isForeignEncoding(bytes))) return leaveOpen(asCode);
  const whole = bytes.toString('latin1').replace(byteOrderMark, '');
  const script = readScriptStart(whole);
  if (script?.extension === unknownScript) return leaveOpen(states);
  const { text, commands } = usingParts(states, path, whole);
  // Texts for people name each other.
  if (kind !== 'prose' || script)
    for (const name of filesThatRun(recognizeManifest(path) ? withoutReadme(text) : text))
      unread.run.add(name);
  leaveOpen(asCode.filter(({ language }) => leadsOutside(path, text, language.ecosystem === 'npm')));
  let index: LineIndex | undefined;
  const file = {
    path,
    extensions: [extensionOf(path), ...(script ? [script.extension] : [])],
    kind: script && kind === 'prose' ? ('settings' as const) : kind,
    text,
    commands: script ? `${commands}\n${script.line}` : commands,
    lines: () => (index ??= createLineIndex(text)),
  };
  for (const state of states)
    if (readsAsCode(state, path) || !isListOf(state, path)) readText(reading, state, file);
    else readList(state, path, whole);
};

const noteUnreadLanguages = (states: readonly LanguageState[], path: string): void => {
  const extension = extensionOf(path);
  leaveOpen(states.filter(({ language: { unread } }) => unread?.includes(extension)));
};

/** Submodules may hold any code, and a link may lead to a folder of it, whatever its name ends in. */
const noteSkipped = (states: readonly LanguageState[], skipped: readonly SkippedFile[]): void => {
  for (const { path, reason } of skipped) {
    const kind = textKind(path);
    const isFolder = reason === 'link' && kind !== 'prose' && kind !== 'binary';
    if (reason === 'submodule' || isFolder) leaveOpen(states);
    else leaveOut(states, path, kind);
  }
};

/** Lists the names of texts for people and such that were not fetched, and of links that are called so. */
const namesOfMissing = (skipped: readonly SkippedFile[]): ReadonlySet<string> =>
  new Set(
    skipped
      .filter(({ path }) => ['prose', 'binary'].includes(textKind(path)))
      .map(({ path }) => nameToRun(path)),
  );

const isMissing = ({ missing }: Unread, name: string): boolean =>
  missing.has(name) ||
  (name === anyUnread && missing.size > 0) ||
  (name.lastIndexOf('.') === 0 && [...missing].some((each) => each.endsWith(name)));

const isLockfile = (path: string): boolean => {
  const row = recognizeLockfile(path);
  return row !== undefined && row.listsTools !== true;
};

const keepUnread = ({ byName }: Unread, entry: Entry): void => {
  const name = nameToRun(entry.path);
  const others = byName.get(name);
  if (others) others.push(entry);
  else byName.set(name, [entry]);
};

/** Returns the files that are not read by themselves that a name means: one, all with an extension, or all. */
const entriesNamed = ({ byName }: Unread, name: string): readonly Entry[] => {
  if (name !== anyUnread && name.lastIndexOf('.') !== 0) return byName.get(name) ?? [];
  const all = [...byName.values()].flat();
  return name === anyUnread ? all : all.filter(({ path }) => path.toLowerCase().endsWith(name));
};

/** A list of packages names these without using them, so that it only counts if it holds code, too. */
const openForList = ({ source, states }: Source, { path }: Entry): void => {
  try {
    if (listRuns(Buffer.from(source.read(path)).toString('latin1'))) leaveOpen(states);
  } catch {
    leaveOpen(states);
  }
};

const readFiles = (reading: Source, managedFor: ReturnType<typeof managedCode>): void => {
  const { source, unread } = reading;
  let bytesRead = 0;
  const readOrLeaveOut = (from: Source, { path, sizeBytes }: Entry, kind: TextKind): void => {
    bytesRead += sizeBytes;
    if (sizeBytes <= maxFileBytes && bytesRead <= maxUnitBytes) readFile(from, path, kind);
    else if (kind !== 'settings' || !isBinary(source, path)) leaveOut(from.states, path, kind);
  };
  for (const entry of source.entries) {
    const { path } = entry;
    const kind = textKind(path);
    noteUnreadLanguages(reading.states, path);
    const managed = managedFor(path);
    if (managed === 'list' || managed === 'copy') {
      const isOpen = (state: LanguageState): boolean =>
        readsAsCode(state, path) || (managed === 'copy' && state.language.ecosystem === 'npm');
      leaveOpen(reading.states.filter(isOpen));
      keepUnread(unread, entry);
    }
    if (isLockfile(path)) keepUnread(unread, entry);
    if (isLockfile(path) || managed === 'list' || managed === 'copy') continue;
    const states = reading.states.filter(({ language }) => language.ecosystem !== managed);
    if (kind === 'prose' || kind === 'binary') keepUnread(unread, entry);
    if (kind !== 'binary' && states.length > 0) readOrLeaveOut({ ...reading, states }, entry, kind);
  }
  // What runs such a file takes it for code, and it may run others.
  const read = new Set<Entry>();
  for (const name of unread.run) {
    if (isMissing(unread, name)) leaveOpen(reading.states);
    for (const entry of entriesNamed(unread, name)) {
      if (read.has(entry)) continue;
      read.add(entry);
      if (isLockfile(entry.path)) openForList(reading, entry);
      else readOrLeaveOut(reading, entry, 'settings');
    }
  }
};

/** A module of Go may state the tools that it runs; no code names them. */
const statesTools = (source: SourceFiles): boolean =>
  [...manifestTexts(source, new Set(['go.mod']))].some(({ text }) => /^[ \t]{0,20}tool\b/m.test(text));

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
  if (statesTools(source)) leaveOpen(states.filter(({ language }) => language.ecosystem === 'Go'));
  const reading = { states, files: [], members: createMemberTable() };
  const unread = {
    byName: new Map<string, Entry[]>(),
    run: new Set<string>(),
    missing: namesOfMissing(skipped),
  };
  readFiles(
    { ...reading, source, unread, leadsOutside: outsideCode(source) },
    managedCode(source, inventory),
  );
  for (const state of states) settleNames(state);
  const renamed = renamedPackages(source);
  const packages = states
    .flatMap(packagesOf)
    .filter(({ places, name }) => places.length > 0 || !renamed.has(name));
  if (packages.length === 0) return undefined;
  return { files: reading.files, ...reading.members.close(), packages };
};
