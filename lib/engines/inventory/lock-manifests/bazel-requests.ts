import { baseNameOf, siblingPath } from '@scangate/engines/units/paths';
import type { ManifestInput, ManifestReader } from './manifest-reader.ts';

const maxCalls = 2000;
const longestCall = 200_000;

/** Returns the arguments of each call of a function, without comments; a call that has no end is left out. */
const callsOf = (text: string, name: RegExp): string[] => {
  const code = text.replaceAll(/(^|\s)#[^\n]*/g, '$1');
  return [...code.matchAll(name)].slice(0, maxCalls).flatMap((call) => {
    const from = call.index + call[0].length;
    const rest = code.slice(from, from + longestCall);
    let depth = 1;
    for (const { 0: sign, index } of rest.matchAll(/[()]|"[^"\n]{0,2000}"/g)) {
      if (sign === '(') depth += 1;
      else if (sign === ')') depth -= 1;
      if (depth === 0) return [rest.slice(0, index)];
    }
    return [];
  });
};

const attribute = (call: string, name: string): string | undefined =>
  new RegExp(`\\b${name}\\s{0,20}=\\s{0,20}"([^"\\n]{1,300})"`).exec(call)?.[1];

const texts = ({ path, readText }: ManifestInput, names: readonly string[]): string =>
  names.map((name) => readText(siblingPath(path, name)) ?? '').join('\n');

const installCall = /\bmaven(?:_install|\.install)\(/g;
const coordinates = /^([\w.-]{1,200}:[\w.-]{1,200})(?::[^\s:]{1,200}){1,3}$/;

/** Returns the modules in the list `artifacts` of a call. */
const artifactsIn = (call: string): string[] => {
  const from = /\bartifacts\s{0,20}=\s{0,20}\[/.exec(call);
  if (!from) return [];
  const rest = call.slice(from.index + from[0].length);
  const end = rest.indexOf(']');
  const list = rest.slice(0, end === -1 ? rest.length : end);
  return [...list.matchAll(/"([^"\n]{1,500})"/g)].flatMap(
    ([, text = '']) => coordinates.exec(text)?.[1] ?? [],
  );
};

/** Returns the file that locks the artifacts of a call; undefined where nothing does. */
const lockOf = (call: string): string | undefined => {
  const stated = attribute(call, 'lock_file') ?? attribute(call, 'maven_install_json');
  return stated?.split(/[:/]/).at(-1);
};

/** Reads the Maven artifacts that the calls of rules_jvm_external with this lockfile request literally. */
export const bazelMavenRequests: ManifestReader = (input) => {
  const own = baseNameOf(input.path);
  const text = texts(input, ['MODULE.bazel', 'WORKSPACE', 'WORKSPACE.bazel']);
  const calls = callsOf(text, installCall).filter((call) => (lockOf(call) ?? 'maven_install.json') === own);
  return { names: calls.flatMap(artifactsIn) };
};

/** Reads the artifacts that MODULE.bazel requests of Maven and that no other file locks. */
export const bazelUnlockedRequests: ManifestReader = (input) => {
  const calls = callsOf(texts(input, ['MODULE.bazel']), installCall);
  return { names: calls.filter((call) => lockOf(call) === undefined).flatMap(artifactsIn) };
};

/** Reads the modules that MODULE.bazel depends on, but for those that it takes from elsewhere. */
export const bazelModuleRequests: ManifestReader = (input) => {
  const text = texts(input, ['MODULE.bazel']);
  const named = (call: string, name: string): string[] =>
    (attribute(call, name) ?? /^\s{0,20}"([^"\n]{1,200})"/.exec(call)?.[1])
      ? [attribute(call, name) ?? /^\s{0,20}"([^"\n]{1,200})"/.exec(call)![1]!]
      : [];
  const replaced = new Set(
    callsOf(text, /\b(?:local_path|archive|git)_override\(/g).flatMap((call) => named(call, 'module_name')),
  );
  const asked = callsOf(text, /\bbazel_dep\(/g).flatMap((call) => named(call, 'name'));
  return { names: asked.filter((name) => !replaced.has(name)) };
};
