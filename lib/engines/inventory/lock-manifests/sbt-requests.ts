import { siblingPath } from '@scangate/engines/units/paths';
import { parseJson, tryParse } from '../parse/parse-document.ts';
import { asList, asText, member } from '../parse/untrusted-value.ts';
import type { RequestedRange } from '../unmet-ranges.ts';
import type { ManifestInput, ManifestReader } from './manifest-reader.ts';
import { computedModules, type SbtToken } from './sbt-computed.ts';
import { scala } from './source-languages.ts';
import { tokensOf, type SourceTokens } from './source-tokens.ts';

const compilerPlugins: ReadonlySet<string> = new Set(['compilerPlugin', 'addCompilerPlugin', 'addSbtPlugin']);
/** Settings that name modules without requesting them. */
const others: ReadonlySet<string> = new Set([
  'dependencyOverrides',
  'excludeDependencies',
  'libraryDependencySchemes',
]);

const scalaVersion = /^(?:2\.\d{1,2}|3)(?:\.[\w.-]{1,30})?$/;
const scalaPlatform = /^(?:sjs|native)[\d.]{1,8}$/;

/** Returns the name of a module without the Scala version and platform, which `%%` adds: `_2.13`, `_sjs1_3`. */
export const withoutScalaVersion = (name: string): string => {
  const parts = name.split('_');
  if (parts.length < 2 || !scalaVersion.test(parts.at(-1) ?? '')) return name;
  parts.pop();
  if (parts.length > 1 && scalaPlatform.test(parts.at(-1) ?? '')) parts.pop();
  return parts.join('_');
};

/** Joins the signs between the parts of a module and those of assignments. */
const joinSigns = (tokens: SourceTokens['tokens']): SbtToken[] => {
  const found: SbtToken[] = [];
  for (const { kind, value, isEscaped, isPrefixed } of tokens) {
    const last = found.at(-1);
    if (kind === 'text' && (isEscaped || isPrefixed)) found.push({ kind: 'computed', value });
    else if (kind !== 'sign') found.push({ kind, value });
    else if (value === '%' && last?.kind === 'percent') last.value += value;
    else if (value === '=' && last?.kind === 'other' && (last.value === '+' || last.value === ':'))
      found.splice(-1, 1, { kind: 'assigns', value: `${last.value}=` });
    else found.push({ kind: value === '%' ? 'percent' : 'other', value });
  }
  return found;
};

/** Returns the word before `+=`, `++=` or `:=`. */
const settingBefore = (tokens: readonly SbtToken[], at: number): string => {
  const before = tokens[at - 1];
  return (before?.value === '+' ? tokens[at - 2] : before)?.value ?? '';
};

/** Returns whether a version is a text, and not the first part of a longer value. */
const isPlain = (tokens: readonly SbtToken[], at: number): boolean => {
  const next = tokens[at + 1];
  return tokens[at]?.kind === 'text' && !(next?.kind === 'other' && '+.*'.includes(next.value));
};

/** The form of `"group" %% "artifact" % version`. */
const form = ['text', 'percent', 'text', 'percent'];

/** A module that a build names literally. */
export interface SbtModule {
  group: string;
  artifact: string;
  /** The signs before the artifact: after `%%`, its name has the version of Scala in addition. */
  signs: string;
  /** '' where it is not one text. */
  version: string;
  /** Whether it is a plugin of the build or the compiler. */
  isPlugin: boolean;
}

/** Reads the modules that a build names literally and requests. */
const modulesIn = (tokens: readonly SbtToken[]): SbtModule[] => {
  const found: SbtModule[] = [];
  let isOther = false;
  let isPlugin = false;
  for (const [at, { kind, value }] of tokens.entries()) {
    if (kind === 'assigns') isOther = others.has(settingBefore(tokens, at));
    if (kind === 'word' && compilerPlugins.has(value)) isPlugin = true;
    const [signs, artifact, version] = [tokens[at + 1], tokens[at + 2], tokens[at + 4]];
    const isModule =
      form.every((each, offset) => tokens[at + offset]?.kind === each) &&
      tokens[at - 1]?.kind !== 'percent' &&
      version !== undefined;
    if (!isModule) continue;
    if (!isOther)
      found.push({
        group: value,
        artifact: artifact?.value ?? '',
        signs: signs?.value ?? '',
        version: isPlain(tokens, at + 4) ? version.value : '',
        isPlugin,
      });
    isPlugin = false;
  }
  return found;
};

const maxProjects = 500;

/** Returns where the projects of a build may be: each has a lockfile of its own. */
const projectsIn = (text: string): string[] => {
  const stated = [
    ...text.matchAll(/\bfile\(\s{0,9}"([^"\n]{1,200})"\s{0,9}\)|\blazy\s{1,9}val\s{1,9}(\w{1,100})\b/g),
  ];
  const places = stated.map(([, path, name]) => (path ?? name ?? '.').replace(/^\.\/|\/$/g, ''));
  return [...new Set(places)].filter((place) => place !== '.' && place !== '').slice(0, maxProjects);
};

const lockedNames = (text: string | undefined): string[] =>
  asList(member(tryParse(text, parseJson), 'dependencies')).map(
    (each) => `${asText(member(each, 'org'))}:${asText(member(each, 'name'))}`,
  );

/** The requests of a file of a build. */
interface Requested {
  modules: SbtModule[];
  computed: string[];
  isUnfinished: boolean;
}

/** Reads what a file of a build requests. */
export const sbtModules = (path: string, text: string): Requested => {
  const { tokens, isUnfinished } = tokensOf(text, scala);
  const joined = joinSigns(tokens);
  return {
    modules: modulesIn(joined),
    computed: computedModules(joined).map((request) => `${path}: ${request}`),
    isUnfinished,
  };
};

const maxFiles = 500;
/** All files of real builds together are far smaller. */
const maxLength = 16 * 1024 * 1024;
/** The build of the build, which has plugins of its own. */
const inMetaBuild = /(?:^|\/)project\//;

/** Returns the files of a build besides build.sbt: scripts in the folders of its projects, and the code of the build. */
const filesOf = ({ path, findNearby }: ManifestInput): string[] => [
  siblingPath(path, 'build.sbt'),
  ...findNearby('*.sbt').filter((each) => each !== siblingPath(path, 'build.sbt') && !inMetaBuild.test(each)),
  ...findNearby('*.scala', 'project/'),
];

interface Read {
  file: string;
  text: string;
}

/** Reads files as far as all of them together are of a usual size. */
export const readBuildTexts = (
  files: readonly string[],
  readText: ManifestInput['readText'],
): { texts: Read[]; left: readonly string[] } => {
  const texts: Read[] = [];
  let length = 0;
  for (const [at, file] of files.entries()) {
    if (at === maxFiles || length > maxLength) return { texts, left: files.slice(at) };
    const text = readText(file);
    if (text !== undefined) texts.push({ file, text });
    length += text?.length ?? 0;
  }
  return { texts, left: [] };
};

/** Returns the modules that the other projects of a build lock. */
const lockedElsewhere = (texts: readonly Read[], { path, readText }: ManifestInput): Set<string> => {
  const places = new Set(texts.flatMap(({ text }) => projectsIn(text)));
  const names = new Set<string>();
  for (const place of [...places].slice(0, maxProjects))
    for (const name of lockedNames(readText(siblingPath(path, `${place}/build.sbt.lock`))))
      names.add(withoutScalaVersion(name));
  return names;
};

/**
 * Reads the modules that the scripts of a build name literally and that the lockfile of no other project of the build has.
 * The code of a build may name modules that no project uses, so that those are not missing: only a run would tell.
 */
export const sbtRequests: ManifestReader = (input) => {
  const { text: lock, readText } = input;
  const { texts, left } = readBuildTexts(filesOf(input), readText);
  const elsewhere = lockedElsewhere(texts, input);
  const own = new Set(lockedNames(lock).map(withoutScalaVersion));
  const [names, ranges, computed] = [[], [], []] as [string[], RequestedRange[], string[]];
  const unreadable: string[] = [...left];
  for (const { file, text } of texts) {
    const requested = sbtModules(file, text);
    const modules = requested.modules
      .filter(({ isPlugin }) => !isPlugin)
      .map(({ group, artifact, version }): RequestedRange => ({
        name: `${group}:${artifact}`,
        range: version,
      }))
      .filter(({ name }) => !elsewhere.has(withoutScalaVersion(name)));
    computed.push(...requested.computed);
    if (requested.isUnfinished) unreadable.push(file);
    if (file.endsWith('.scala')) {
      const unlocked = modules.filter(({ name }) => !own.has(withoutScalaVersion(name)));
      computed.push(...unlocked.map(({ name }) => `${file}: ${name}`));
    } else {
      names.push(...modules.map(({ name }) => name));
      ranges.push(...modules.filter(({ range }) => range !== ''));
    }
  }
  return { names, ranges, computed, unreadable };
};
