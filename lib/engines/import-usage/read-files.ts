import type { SourceFiles } from '../model/source-files.ts';
import type { UnitType } from '../model/project-unit.ts';
import { createLineIndex, type LineIndex } from '../source-files/line-index.ts';
import { readingsOf, textBesideNuls } from '../source-files/source-text.ts';
import { recognizeBuildFile, recognizeLockfile, recognizeManifest } from '../units/recognize-file.ts';
import { baseNameOf, extensionOf } from '../units/paths.ts';
import { codeOfBuild, codeOfManifest, isManifestOfPackages, withoutReadme } from './manifest-code.ts';
import { hidesNames, isForeignEncoding } from './hidden-names.ts';
import { isUndecided, type LanguageState } from './language-state.ts';
import type { managedCode, outsideCode } from './managed-code.ts';
import { filesThatRun, listRuns, textKind, wordsOf, type TextKind } from './other-texts.ts';
import { readList, readText, type Reading } from './read-text.ts';
import { readScriptStart, unknownScript } from './script-extension.ts';
import {
  entriesNamed,
  isMissing,
  keepUnread,
  unextendedNames,
  type Entry,
  type UnreadFiles,
} from './unread-files.ts';

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

/** Lists of packages that are no manifests of a project by themselves. */
const otherLists: Partial<Record<string, ReadonlySet<string>>> = {
  Go: new Set(['go.mod', 'go.work']),
  Julia: new Set(['Project.toml', 'JuliaProject.toml']),
};

/** Leaves the answers of languages open. */
export const leaveOpen = (states: readonly LanguageState[]): void => {
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

/** Leaves the languages open for which a file that is not read may hold a use. */
export const leaveOut = (states: readonly LanguageState[], path: string, kind: TextKind): void =>
  leaveOpen(states.filter(mayUse(path, kind)));

/** Returns whether a file lists the packages of an ecosystem, so that a name in it is no use. */
const isListOf = ({ language: { ecosystem } }: LanguageState, path: string): boolean => {
  if (otherLists[ecosystem]?.has(baseNameOf(path))) return true;
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

/** Ways to a folder above, and what may lead from there to code that no path names. */
const climbs =
  /\.\.(?:[/\\"'`\s]|$)|\b(?:pardir|parents?|dirname|PYTHONPATH|pythonpath)\b|\bsys\s{0,20}\.\s{0,20}path\b/;

/** Node finds the packages of a file where it lies, so that code elsewhere does not use those of this unit. */
const reachesElsewhere = (state: LanguageState, text: string): boolean =>
  state.hasCodeElsewhere && state.language.ecosystem !== 'npm' && isUndecided(state) && climbs.test(text);

interface Source extends Reading {
  source: SourceFiles;
  unread: UnreadFiles;
  leadsOutside: ReturnType<typeof outsideCode>;
}

interface FileSource extends Source {
  /** The files without an extension that are named like one for people. */
  unextended: readonly string[];
}

/**
 * Reads a file of the unit for what it imports. A file that cannot be read is left out. What only tells whether packages
 * are named elsewhere is not looked for once that is decided.
 */
const readFile = (
  { source, unread, unextended, leadsOutside, ...reading }: FileSource,
  path: string,
  kind: TextKind,
): void => {
  const { states } = reading;
  let readings: Buffer[];
  try {
    readings = readingsOf(source.read(path));
  } catch {
    return leaveOut(states, path, kind);
  }
  const asCode = states.filter((state) => readsAsCode(state, path));
  const [bytes] = readings;
  if (!bytes || readings.length > 1 || (asCode.length > 0 && isForeignEncoding(bytes)))
    return leaveOpen(asCode);
  const whole = bytes.toString('latin1').replace(byteOrderMark, '');
  const script = readScriptStart(whole);
  if (script?.extension === unknownScript) return leaveOpen(states);
  const { text, commands } = usingParts(states, path, whole);
  // Texts for people name each other.
  if ((kind !== 'prose' || script) && states.some(isUndecided))
    for (const name of filesThatRun(recognizeManifest(path) ? withoutReadme(text) : text, unextended))
      unread.run.add(name);
  const leads = ({ language }: LanguageState): boolean =>
    leadsOutside(path, text, language.ecosystem === 'npm');
  leaveOpen(asCode.filter((state) => isUndecided(state) && leads(state)));
  if (asCode.length > 0 || kind === 'settings')
    leaveOpen(states.filter((state) => reachesElsewhere(state, commands === '' ? text : commands)));
  let index: LineIndex | undefined;
  let words: ReadonlySet<string> | undefined;
  const readAs = script && kind === 'prose' ? ('settings' as const) : kind;
  const file = {
    path,
    extensions: [extensionOf(path), ...(script ? [script.extension] : [])],
    kind: readAs,
    text,
    commands: script ? `${commands}\n${script.line}` : commands,
    lines: () => (index ??= createLineIndex(text)),
    words: () => (words ??= wordsOf(text, readAs)),
  };
  for (const state of states)
    if (readsAsCode(state, path) || !isListOf(state, path)) readText(reading, state, file);
    else if (isUndecided(state)) readList(state, path, whole);
};

const noteUnreadLanguages = (states: readonly LanguageState[], path: string): void => {
  const extension = extensionOf(path);
  leaveOpen(states.filter(({ language: { unread } }) => unread?.includes(extension)));
};

const isLockfile = (path: string): boolean => {
  const row = recognizeLockfile(path);
  return row !== undefined && row.listsTools !== true;
};

/** A list of packages names these without using them, so that it only counts if it holds code, too. */
const openForList = ({ source, states }: Source, { path }: Entry): void => {
  try {
    if (listRuns(Buffer.from(source.read(path)).toString('latin1'))) leaveOpen(states);
  } catch {
    leaveOpen(states);
  }
};

const startsAsScript = (source: SourceFiles, path: string): boolean => {
  try {
    const [first, second] = source.read(path);
    return first === 0x23 && second === 0x21;
  } catch {
    return false;
  }
};

/** A file that is read, and the languages for which it is no code of others. */
interface FileToRead {
  entry: Entry;
  kind: TextKind;
  states: LanguageState[];
}

/** Lists the files that are read by themselves, and keeps the others for what runs them. */
const filesToRead = (
  { states, unread }: Source,
  entries: readonly Entry[],
  managedFor: ReturnType<typeof managedCode>,
): FileToRead[] =>
  entries.flatMap((entry): FileToRead[] => {
    const { path } = entry;
    const kind = textKind(path);
    noteUnreadLanguages(states, path);
    const managed = managedFor(path);
    leaveOpen(states.filter(({ language }) => language.ecosystem === managed));
    if (managed === 'list' || managed === 'copy') {
      const isOpen = (state: LanguageState): boolean =>
        readsAsCode(state, path) || (managed === 'copy' && state.language.ecosystem === 'npm');
      leaveOpen(states.filter(isOpen));
      keepUnread(unread, entry);
    }
    if (isLockfile(path)) keepUnread(unread, entry);
    if (isLockfile(path) || managed === 'list' || managed === 'copy') return [];
    const own = states.filter(({ language }) => language.ecosystem !== managed);
    if (kind === 'prose' || kind === 'binary') keepUnread(unread, entry);
    return kind === 'binary' || own.length === 0 ? [] : [{ entry, kind, states: own }];
  });

/**
 * Reads the files of a unit: all code, and as long as it is not decided for every language whether a package may be not
 * imported, all other texts.
 */
export const readFiles = (reading: Source, managedFor: ReturnType<typeof managedCode>): void => {
  const { source, unread } = reading;
  let bytesRead = 0;
  const readOrLeaveOut = ({ entry: { path, sizeBytes }, kind, states }: FileToRead): void => {
    bytesRead += sizeBytes;
    if (sizeBytes <= maxFileBytes && bytesRead <= maxUnitBytes)
      readFile({ ...reading, unextended, states }, path, kind);
    else if (kind !== 'settings' || !isBinary(source, path)) leaveOut(states, path, kind);
  };
  const isCode = ({ entry: { path }, kind, states }: FileToRead): boolean =>
    states.some((state) => readsAsCode(state, path)) || (kind === 'settings' && startsAsScript(source, path));
  const files = filesToRead(reading, source.entries, managedFor);
  const unextended = unextendedNames(unread);
  const { code = [], others = [] } = Object.groupBy(files, (file) => (isCode(file) ? 'code' : 'others'));
  for (const file of code) readOrLeaveOut(file);
  for (const file of others) {
    const states = file.states.filter(isUndecided);
    if (states.length > 0) readOrLeaveOut({ ...file, states });
  }
  // What runs such a file takes it for code, and it may run others.
  const read = new Set<Entry>();
  for (const name of unread.run) {
    const states = reading.states.filter(isUndecided);
    if (states.length === 0) return;
    if (isMissing(unread, name)) leaveOpen(states);
    for (const entry of entriesNamed(unread, name)) {
      if (read.has(entry)) continue;
      read.add(entry);
      if (isLockfile(entry.path)) openForList(reading, entry);
      else readOrLeaveOut({ entry, kind: 'settings', states });
    }
  }
};
