import { baseNameOf, siblingPath } from '@scangate/engines/units/paths';
import type { ManifestInput, ManifestReader, ManifestRequests } from './manifest-reader.ts';
import { python } from './source-languages.ts';
import {
  isSign,
  isWordSign,
  positionsInside,
  textsInside,
  tokensOf,
  type SourceTokens,
} from './source-tokens.ts';

/** A call of a function by name, such as `maven.install`. */
interface Call {
  path: string;
  source: SourceTokens;
  name: string;
  /** The positions of its arguments, without what is inside their brackets. */
  inside: readonly number[];
}

/** The functions whose calls are read. */
const functions: ReadonlySet<string> = new Set([
  'maven_install',
  'maven.install',
  'bazel_dep',
  'local_path_override',
  'archive_override',
  'git_override',
]);

const callsIn = (path: string, source: SourceTokens): Call[] => {
  const { tokens } = source;
  return tokens.flatMap(({ kind, value }, at): Call[] => {
    if (kind !== 'word' || !isSign(tokens[at + 1], '(')) return [];
    const isMember = isSign(tokens[at - 1], '.');
    const name = isMember ? `${tokens[at - 2]?.value}.${value}` : value;
    return functions.has(name) ? [{ path, source, name, inside: positionsInside(source, at + 1) }] : [];
  });
};

interface Calls {
  calls: Call[];
  /** Files with a string or bracket that has no end, or with escapes in an argument. */
  unreadable: string[];
}

const readCalls = ({ path, readText }: ManifestInput, names: readonly string[]): Calls => {
  const read: Calls = { calls: [], unreadable: [] };
  for (const name of names) {
    const at = siblingPath(path, name);
    const source = tokensOf(readText(at) ?? '', python);
    const calls = callsIn(at, source);
    const hasEscapes = calls.some(({ inside }) => inside.some((each) => source.tokens[each]?.isEscaped));
    for (const call of calls) read.calls.push(call);
    if (source.isUnfinished || source.isUnbalanced || hasEscapes) read.unreadable.push(at);
  }
  return read;
};

/** Returns the position of the value of an argument. */
const valueOf = ({ source: { tokens }, inside }: Call, name: string): number | undefined => {
  const at = inside.find(
    (each) => tokens[each]?.kind === 'word' && tokens[each].value === name && isSign(tokens[each + 1], '='),
  );
  return at === undefined ? undefined : at + 2;
};

const textAt = ({ source: { tokens } }: Call, at: number | undefined): string | undefined => {
  const token = at === undefined ? undefined : tokens[at];
  return token?.kind === 'text' ? token.value : undefined;
};

const attribute = (call: Call, name: string): string | undefined => textAt(call, valueOf(call, name));

const isPart = (text: string): boolean =>
  text !== '' && [...text].every((sign) => isWordSign(sign) || sign === '.' || sign === '-');

/** Returns the module of `group:artifact:version`; undefined where it is not stated literally. */
const moduleOf = (text: string): string | undefined => {
  const [group = '', artifact = ''] = text.split(':');
  return isPart(group) && isPart(artifact) ? `${group}:${artifact}` : undefined;
};

/** Returns the modules in the lists of `artifacts`, up to the next argument. */
const artifactsOf = (calls: readonly Call[], unreadable: readonly string[]): ManifestRequests => {
  const names: string[] = [];
  const gaps = new Set(unreadable);
  for (const call of calls) {
    const { tokens } = call.source;
    const from = valueOf(call, 'artifacts') ?? Infinity;
    for (const at of call.inside.filter((each) => each >= from)) {
      if (isSign(tokens[at], ',')) break;
      if (!isSign(tokens[at], '[')) continue;
      const texts = textsInside(call.source, at);
      if (texts.some(({ isEscaped }) => isEscaped)) gaps.add(call.path);
      for (const { value } of texts) {
        const name = moduleOf(value);
        if (name !== undefined) names.push(name);
      }
    }
  }
  return { names, unreadable: [...gaps] };
};

const isInstall = ({ name }: Call): boolean => name === 'maven_install' || name === 'maven.install';

/** Returns the file that locks the artifacts of a call; undefined where nothing does. */
const lockOf = (call: Call): string | undefined => {
  const stated = attribute(call, 'lock_file') ?? attribute(call, 'maven_install_json');
  return stated?.split(/[:/]/).at(-1);
};

/** Reads the Maven artifacts that the calls of rules_jvm_external with this lockfile request literally. */
export const bazelMavenRequests: ManifestReader = (input) => {
  const own = baseNameOf(input.path);
  const { calls, unreadable } = readCalls(input, ['MODULE.bazel', 'WORKSPACE', 'WORKSPACE.bazel']);
  const locked = calls.filter((call) => isInstall(call) && (lockOf(call) ?? 'maven_install.json') === own);
  return artifactsOf(locked, unreadable);
};

/** Reads the artifacts that MODULE.bazel requests of Maven and that no other file locks. */
export const bazelUnlockedRequests: ManifestReader = (input) => {
  const { calls, unreadable } = readCalls(input, ['MODULE.bazel']);
  const open = calls.filter((call) => isInstall(call) && lockOf(call) === undefined);
  return artifactsOf(open, unreadable);
};

/** Reads the modules that MODULE.bazel depends on, but for those that it takes from elsewhere. */
export const bazelModuleRequests: ManifestReader = (input) => {
  const { calls, unreadable } = readCalls(input, ['MODULE.bazel']);
  const named = (call: Call, name: string): string[] => {
    const found = attribute(call, name) ?? textAt(call, call.inside[0]);
    return found === undefined ? [] : [found];
  };
  const overrides = calls.filter(({ name }) => name.endsWith('_override'));
  const replaced = new Set(overrides.flatMap((call) => named(call, 'module_name')));
  const asked = calls.filter(({ name }) => name === 'bazel_dep').flatMap((call) => named(call, 'name'));
  return { names: asked.filter((name) => !replaced.has(name)), unreadable };
};
