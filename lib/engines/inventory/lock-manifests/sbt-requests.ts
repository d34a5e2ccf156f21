import { siblingPath } from '@scangate/engines/units/paths';
import { parseJson, tryParse } from '../parse/parse-document.ts';
import { asList, asText, member } from '../parse/untrusted-value.ts';
import type { RequestedRange } from '../unmet-ranges.ts';
import { noRequests, type ManifestReader } from './manifest-reader.ts';

/** A text, a word, the sign between the parts of a module, an assignment, or the marks of comments. */
const token = /"([^"\n]{0,300})"|(\w{1,100})|(%{1,3})|(\+\+?=|:=)|(\/\/[^\n]{0,4000})|(\/\*)|(\*\/)|\S/g;
type Kind = 'text' | 'word' | 'percent' | 'assigns' | 'other';
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

interface Token {
  kind: Kind;
  value: string;
}

const tokensIn = (text: string): Token[] => {
  const found: Token[] = [];
  let isComment = false;
  for (const [all, quoted, word, percent, assigns, line, open, close] of text.matchAll(token)) {
    if (close !== undefined) isComment = false;
    else if (open !== undefined) isComment = true;
    else if (isComment || line !== undefined) continue;
    else if (quoted !== undefined) found.push({ kind: 'text', value: quoted });
    else if (word !== undefined) found.push({ kind: 'word', value: word });
    else if (percent !== undefined) found.push({ kind: 'percent', value: percent });
    else found.push({ kind: assigns === undefined ? 'other' : 'assigns', value: all });
  }
  return found;
};

/** The form of `"group" %% "artifact" % version`. */
const form = ['text', 'percent', 'text', 'percent'];

/** Reads the modules that a build names literally; a version that is not a text is ''. */
const modulesIn = (text: string): RequestedRange[] => {
  const found: RequestedRange[] = [];
  const tokens = tokensIn(text);
  let isOther = false;
  let isPlugin = false;
  for (const [at, { kind, value }] of tokens.entries()) {
    if (kind === 'assigns') isOther = others.has(tokens[at - 1]?.value ?? '');
    if (kind === 'word' && compilerPlugins.has(value)) isPlugin = true;
    const [artifact, version] = [tokens[at + 2], tokens[at + 4]];
    const isModule =
      form.every((each, offset) => tokens[at + offset]?.kind === each) &&
      tokens[at - 1]?.kind !== 'percent' &&
      (version?.kind === 'text' || version?.kind === 'word');
    if (!isModule) continue;
    const range = version.kind === 'text' ? version.value : '';
    if (!isOther && !isPlugin) found.push({ name: `${value}:${artifact?.value}`, range });
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

/** Reads the modules that build.sbt names literally and that the lockfile of no other project of the build has. */
export const sbtRequests: ManifestReader = ({ path, readText }) => {
  const text = readText(siblingPath(path, 'build.sbt'));
  if (text === undefined) return noRequests;
  const locks = projectsIn(text).map((place) => readText(siblingPath(path, `${place}/build.sbt.lock`)));
  const elsewhere = new Set(locks.flatMap(lockedNames).map(withoutScalaVersion));
  const asked = modulesIn(text).filter(({ name }) => !elsewhere.has(withoutScalaVersion(name)));
  return { names: asked.map(({ name }) => name), ranges: asked.filter(({ range }) => range !== '') };
};
