import { baseNameOf, extensionOf } from '../units/paths.ts';
import type { LineIndex } from '../source-files/line-index.ts';
import { namesInAddresses, namesInPath, reachesModules } from './addressed-names.ts';
import { commandsBuilt, commandsIn } from './built-names/commands.ts';
import { hidesNames } from './hidden-names.ts';
import { hidesTargets, settingsOfList } from './manifest-code.ts';
import {
  isUndecided,
  noteImport,
  packagesNamed,
  type LanguageState,
  type NamedPackages,
} from './language-state.ts';
import type { MemberTable } from './member-table.ts';
import { wordsOf, type TextKind } from './other-texts.ts';
import type { TextTest } from './text-test.ts';

/** Enough for `} from `, with the spaces that people write. */
const beforeName = 80;

export interface FileText {
  path: string;
  /** Its extension, and that of its interpreter. */
  extensions: readonly string[];
  kind: TextKind;
  text: string;
  /** Further text that may load packages, such as commands. */
  commands: string;
  lines: () => LineIndex;
  /** The words that may name packages, if it is no code. */
  words: () => ReadonlySet<string>;
}

/** Bounds the words that are kept; files repeat most of theirs. */
const maxWordsSeen = 50_000;

const joinedOption = /^-[mprW][A-Za-z_]/;

/** Splits `a.b as c, d` into its modules. */
const modulesIn = (stated: string): string[] =>
  stated.includes(',') || stated.includes(' ')
    ? stated.split(',').map((part) => part.trim().split(/[ \t]/, 1)[0] ?? '')
    : [stated];

const nameIn = (found: RegExpExecArray): string => found.slice(1).find((name) => name !== undefined) ?? '';

const noteMention = (state: LanguageState, name: string): void => {
  const { named } = packagesNamed(state, name);
  if (named) named.mentioned = true;
};

/** Notes the packages that words name: as the name of a module, of a crate with hyphens, or in a path. */
const noteWords = (state: LanguageState, words: Iterable<string>): void => {
  const { wordsSeen } = state;
  const { addressed, separator } = state.language;
  for (const word of words) {
    if (wordsSeen.has(word)) continue;
    if (wordsSeen.size >= maxWordsSeen) wordsSeen.clear();
    wordsSeen.add(word);
    // Options name modules without a space, too: `-pxdist` of pytest, `-mflask` of Python.
    if (joinedOption.test(word)) noteMention(state, word.slice(2));
    const name = word.replace(/^[\\/.]{1,20}/, '').replace(/[.\\/]$/, '');
    for (const part of separator === '/' ? name.split('@', 1) : name.split('/')) {
      noteMention(state, part);
      if (separator === '::') noteMention(state, part.replaceAll('-', '_'));
    }
    if (addressed) for (const each of namesInPath(word)) noteMention(state, each);
  }
};

/** Reads a list of packages of a language: only its lines that run a program may use one, and escapes may rename one. */
export const readList = (state: LanguageState, path: string, text: string): void => {
  noteWords(state, wordsOf(text, 'data'));
  const settings = settingsOfList(path, text);
  if (settings === undefined) state.incomplete = true;
  else if (settings !== '') noteWords(state, wordsOf(settings, 'settings'));
  if (hidesNames(text, extensionOf(path)) || hidesTargets(path, text)) state.incomplete = true;
};

/** Notes the packages that a text names where an import need not stand. */
const noteMentions = (state: LanguageState, text: string, pattern: RegExp): void => {
  for (const found of text.matchAll(pattern))
    for (const module of modulesIn(nameIn(found))) noteMention(state, module);
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
  const imported = new Set<NamedPackages>();
  const isImport = (at: number): boolean =>
    isCode && (!importedAfter || importedAfter.test(text.slice(Math.max(0, at - beforeName), at)));
  for (const found of text.matchAll(mention)) {
    const stated = nameIn(found);
    for (const module of modulesIn(stated)) {
      const { named, isAbove } = packagesNamed(state, module);
      if (!named || imported.has(named)) continue;
      if (isAbove || !isImport(found.index + found[0].indexOf(stated))) {
        named.mentioned = true;
        continue;
      }
      noteImport(named, [file, lines().numberAt(found.index + found[0].indexOf(module))]);
      imported.add(named);
    }
  }
  return imported.size > 0;
};

/** Returns a text of Java and its relatives in which nothing stands between the parts of a name. */
const withJoinedNames = (text: string): string => {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('/*'); at !== -1; at = text.indexOf('/*', from)) {
    const end = text.indexOf('*/', at + 2);
    if (end === -1) break;
    parts.push(text.slice(from, at));
    from = end + 2;
  }
  return [...parts, text.slice(from)]
    .join(' ')
    .replaceAll(/\/\/[^\n]*/g, ' ')
    .replaceAll(/[\s`]+/g, ' ')
    .replaceAll(/ ?\. ?/g, '.');
};

/** The texts of a file in which one of a language may hide a name. */
const variantsOf = ({ language: { joinsNames } }: LanguageState, { text }: FileText): string[] =>
  joinsNames ? [text, withJoinedNames(text)] : [text];

/** The kinds of files that may load what they do not name, beside code. */
const mayLoad: ReadonlySet<TextKind> = new Set(['settings', 'template']);

/** The way in which a file is read for one language. */
type Role = 'code' | 'beside' | TextKind;

const roleOf = ({ language: { code, beside = [] } }: LanguageState, { extensions, kind }: FileText): Role => {
  if (extensions.some((one) => code.includes(one))) return 'code';
  if (extensions.some((one) => beside.includes(one))) return 'beside';
  return kind === 'code' ? 'foreign' : kind;
};

/** Settings in known formats, which hold no code but commands. */
const plainSettings = new Set(
  'yml yaml toml ini cfg conf env sh bash zsh fish ps1 bat cmd make makefile mk dockerfile gradle tf gitignore dockerignore'.split(
    ' ',
  ),
);

/** Returns whether a file may be code although its name does not say so. */
const mayBeCode = (role: Role, [extension = '']: readonly string[]): boolean =>
  role === 'template' || (role === 'settings' && !plainSettings.has(extension));

/** Returns whether a file may import what it does not name, or runs what it does not state. */
const runsHidden = (
  { language }: LanguageState,
  file: FileText,
  { role, texts }: { role: Role; texts: readonly string[] },
): boolean => {
  const { dynamic = [], built = [], besideBuilt } = language;
  const matched = (tests: readonly TextTest[], all: readonly string[]): boolean =>
    tests.some((one) => all.some((text) => text !== '' && one.test(text)));
  if (matched(dynamic, texts)) return true;
  if (role === 'beside' && besideBuilt?.test(file.text)) return true;
  if ((role === 'code' || mayBeCode(role, file.extensions)) && matched(built, texts)) return true;
  return matched(commandsBuilt, file.kind === 'settings' ? [file.text, file.commands] : [file.commands]);
};

/** Notes whether a file may import what it does not name. */
const noteHidden = (state: LanguageState, role: Role, file: FileText): void => {
  const { addressed } = state.language;
  const [extension = ''] = file.extensions;
  const isRun = role === 'code' || mayLoad.has(file.kind);
  const texts = isRun ? [...variantsOf(state, file), file.commands] : [file.commands];
  if (runsHidden(state, file, { role, texts })) state.incomplete = true;
  const namesFolders = addressed && role !== 'foreign' && !baseNameOf(file.path).endsWith('ignore');
  if (namesFolders && reachesModules(file.text, role === 'settings')) state.incomplete = true;
  if ((role === 'code' || role === 'beside' || isRun) && hidesNames(file.text, extension))
    state.incomplete = true;
};

export interface Reading {
  states: LanguageState[];
  files: string[];
  members: MemberTable;
}

/** Notes what tells that a package may be used although no import names it. */
const noteOthers = (state: LanguageState, role: Role, file: FileText): void => {
  const { addressed, anywhere, mention } = state.language;
  const isCode = role === 'code';
  if (addressed) for (const name of namesInAddresses(file.text)) noteMention(state, name);
  if (isCode && anywhere) noteMentions(state, file.text, anywhere);
  if (isCode) for (const text of variantsOf(state, file).slice(1)) noteMentions(state, text, mention);
  const commands =
    isCode || role === 'foreign' ? `${file.commands}\n${commandsIn(file.text)}` : file.commands;
  if (commands !== '') noteWords(state, wordsOf(commands, 'settings'));
  if (role !== 'foreign' && role !== 'code') noteWords(state, file.words());
};

/**
 * Reads a text for what it imports in one language, or may. Where it is decided which packages may be not imported, only
 * imports count.
 */
export const readText = ({ files, members }: Reading, state: LanguageState, file: FileText): void => {
  const role = roleOf(state, file);
  if (role === 'binary' || role === 'prose') return;
  const isCode = role === 'code';
  if (isCode) state.filesRead += 1;
  if (isUndecided(state)) noteHidden(state, role, file);
  if (isUndecided(state)) noteOthers(state, role, file);
  else if (!isCode) return;
  if (!noteNames(state, files.length, { ...file, isCode })) return;
  const { member, caseless } = state.language;
  files.push(file.path);
  const text = caseless ? file.text.toLowerCase() : file.text;
  members.addFile(isCode && member ? text.matchAll(member) : [], file.lines);
};
