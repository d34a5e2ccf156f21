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
  'maven.artifact',
  'maven.from_toml',
  'bazel_dep',
  'local_path_override',
  'archive_override',
  'git_override',
]);

/** The functions that read another file of modules. */
const includes = new Set(['include', 'from_toml']);

/** Returns the names by which a file calls the extension for Maven: those of `use_extension(…, "maven")`. */
const extensionNames = (source: SourceTokens): ReadonlySet<string> => {
  const { tokens } = source;
  const found = tokens.flatMap(({ kind, value }, at): string[] => {
    const isBound = kind === 'word' && isSign(tokens[at + 1], '=') && isSign(tokens[at + 3], '(');
    if (!isBound || tokens[at + 2]?.value !== 'use_extension') return [];
    return textsInside(source, at + 3).some((text) => text.value === 'maven') ? [value] : [];
  });
  return new Set([...found, 'maven']);
};

/** Returns the names of extensions that are not for Maven, whose tags mean something else. */
const otherExtensions = ({ tokens }: SourceTokens): ReadonlySet<string> =>
  new Set(
    tokens.flatMap(({ value }, at) =>
      isSign(tokens[at + 1], '=') && ['use_extension', 'use_repo_rule'].includes(tokens[at + 2]?.value ?? '')
        ? [value]
        : [],
    ),
  );

/** Returns the names under which a file loads `maven_install`. */
const loadedNames = ({ tokens }: SourceTokens): ReadonlySet<string> =>
  new Set(
    tokens.flatMap(({ kind, value }, at) =>
      kind === 'text' && value === 'maven_install' && isSign(tokens[at - 1], '=')
        ? [tokens[at - 2]?.value ?? '']
        : [],
    ),
  );

const callsIn = (path: string, source: SourceTokens): Call[] => {
  const { tokens } = source;
  const [extensions, loaded] = [extensionNames(source), loadedNames(source)];
  return tokens.flatMap(({ kind, value }, at): Call[] => {
    if (kind !== 'word' || !isSign(tokens[at + 1], '(')) return [];
    const isMember = isSign(tokens[at - 1], '.');
    const object = tokens[at - 2]?.value ?? '';
    const own = loaded.has(value) ? 'maven_install' : value;
    const name = isMember ? `${extensions.has(object) ? 'maven' : object}.${value}` : own;
    return functions.has(name) ? [{ path, source, name, inside: positionsInside(source, at + 1) }] : [];
  });
};

/** Lists what requests modules in a way that is not read: other files, functions as values, and tags of unknown objects. */
const computedIn = (source: SourceTokens): string[] => {
  const { tokens } = source;
  const [extensions, others] = [extensionNames(source), otherExtensions(source)];
  return tokens.flatMap(({ kind, value }, at) => {
    if (kind !== 'word') return [];
    const isCall = isSign(tokens[at + 1], '(');
    const isMember = isSign(tokens[at - 1], '.');
    const object = tokens[at - 2]?.value ?? '';
    if (includes.has(value) && isCall) return [value];
    if (value === 'maven_install' && !isCall && !isSign(tokens[at + 1], '=')) return [`${value} as a value`];
    if (value !== 'install' || !isMember) return [];
    if (!isCall && extensions.has(object)) return [`${object}.${value} as a value`];
    return isCall && !extensions.has(object) && !others.has(object) ? [`${object}.${value}`] : [];
  });
};

interface Calls {
  calls: Call[];
  /** Files that are there. */
  present: string[];
  /** Requests that are not read, with their file. */
  computed: string[];
  /** Files with a string or bracket that has no end, or with escapes in an argument. */
  unreadable: string[];
}

const readCalls = ({ path, readText }: ManifestInput, names: readonly string[]): Calls => {
  const read: Calls = { calls: [], present: [], computed: [], unreadable: [] };
  for (const name of names) {
    const at = siblingPath(path, name);
    const text = readText(at);
    if (text !== undefined) read.present.push(at);
    const source = tokensOf(text ?? '', python);
    for (const request of computedIn(source)) read.computed.push(`${at}: ${request}`);
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

/** Returns the list that a variable of the file is set to once; undefined where it may have another value. */
const listOfVariable = ({ source: { tokens } }: Call, name: string): number | undefined => {
  const uses = tokens.flatMap(({ kind, value }, at) => (kind === 'word' && value === name ? [at] : []));
  const sets = uses.filter((at) => isSign(tokens[at + 1], '=') && !isSign(tokens[at + 2], '='));
  const changes = uses.some((at) => ['.', '+', '['].some((sign) => isSign(tokens[at + 1], sign)));
  const [only] = sets;
  return only !== undefined && sets.length === 1 && !changes && isSign(tokens[only + 2], '[')
    ? only + 2
    : undefined;
};

interface Artifacts {
  lists: number[];
  /** Whether there are artifacts that no list of texts states. */
  isComputed: boolean;
}

/** Finds the lists of the argument `artifacts`, and of the variables in it. */
const artifactLists = (call: Call): Artifacts => {
  const { tokens } = call.source;
  const isOpen = call.inside.some((at, index) => {
    const isFirst = index === 0 || isSign(tokens[call.inside[index - 1] ?? -1], ',');
    return isSign(tokens[at], '*') || (isFirst && !isSign(tokens[at + 1], '='));
  });
  const found: Artifacts = { lists: [], isComputed: isOpen };
  const from = valueOf(call, 'artifacts') ?? Infinity;
  for (const at of call.inside.filter((each) => each >= from)) {
    const token = tokens[at];
    if (isSign(token, ',')) break;
    if (isSign(token, '[')) found.lists.push(at);
    else if (token?.kind === 'word') {
      const isPlain =
        !isSign(tokens[at + 1], '(') && !isSign(tokens[at + 1], '.') && !isSign(tokens[at - 1], '.');
      const list = isPlain ? listOfVariable(call, token.value) : undefined;
      if (list === undefined) found.isComputed = true;
      else found.lists.push(list);
    } else if (!isSign(token, '+') && !isSign(token, ']')) found.isComputed = true;
  }
  return found;
};

/** Returns the module that a tag `maven.artifact` states. */
const artifactOf = (call: Call): string | undefined => {
  const [group, artifact] = [attribute(call, 'group'), attribute(call, 'artifact')];
  return group === undefined || artifact === undefined ? undefined : moduleOf(`${group}:${artifact}`);
};

/** Returns the modules in the lists of `artifacts`, up to the next argument. */
const artifactsOf = (calls: readonly Call[], { unreadable, computed }: Calls): ManifestRequests => {
  const names: string[] = [];
  const gaps = new Set(unreadable);
  const open = new Set(computed);
  for (const call of calls) {
    if (call.name === 'maven.artifact') {
      const name = artifactOf(call);
      if (name === undefined) open.add(`${call.path}: ${call.name}`);
      else names.push(name);
      continue;
    }
    const { lists, isComputed } = artifactLists(call);
    if (isComputed) open.add(`${call.path}: artifacts of ${call.name}`);
    for (const list of lists) {
      const texts = textsInside(call.source, list);
      const isStated = positionsInside(call.source, list).every(
        (at) => call.source.tokens[at]?.kind === 'text' || isSign(call.source.tokens[at], ','),
      );
      if (!isStated) open.add(`${call.path}: artifacts of ${call.name}`);
      if (texts.some(({ isEscaped }) => isEscaped)) gaps.add(call.path);
      for (const { value } of texts) {
        const name = moduleOf(value);
        if (name !== undefined) names.push(name);
      }
    }
  }
  return { names, computed: [...open], unreadable: [...gaps] };
};

const isInstall = ({ name }: Call): boolean => name === 'maven_install' || name === 'maven.install';

/** Returns the file that locks the artifacts of a call; undefined where nothing does. */
const lockOf = (call: Call): string | undefined => {
  const stated = attribute(call, 'lock_file') ?? attribute(call, 'maven_install_json');
  return stated?.split(/[:/]/).at(-1);
};

/** Returns the calls whose artifacts a lockfile is for: installations, and tags of artifacts for one of the same name. */
const callsLockedBy = (calls: readonly Call[], isOwn: (lock: string | undefined) => boolean): Call[] => {
  const installs = calls.filter((call) => isInstall(call) && isOwn(lockOf(call)));
  const names = new Set(installs.map((call) => attribute(call, 'name')));
  const tags = calls.filter((call) => call.name === 'maven.artifact' && names.has(attribute(call, 'name')));
  return [...installs, ...tags];
};

/** Reads the Maven artifacts that the calls of rules_jvm_external with this lockfile request literally. */
export const bazelMavenRequests: ManifestReader = (input) => {
  const own = baseNameOf(input.path);
  const read = readCalls(input, ['MODULE.bazel', 'WORKSPACE', 'WORKSPACE.bazel']);
  const locked = callsLockedBy(read.calls, (lock) => (lock ?? 'maven_install.json') === own);
  const [present] = read.present;
  // Something else than a call in these files made the lockfile: a macro of another file.
  const isElsewhere = locked.length === 0 && present !== undefined;
  if (isElsewhere) read.computed.push(`${present}: no call with ${own}`);
  return artifactsOf(locked, read);
};

/** Reads the artifacts that MODULE.bazel requests of Maven and that no other file locks. */
export const bazelUnlockedRequests: ManifestReader = (input) => {
  const read = readCalls(input, ['MODULE.bazel']);
  return artifactsOf(
    callsLockedBy(read.calls, (lock) => lock === undefined),
    read,
  );
};

/** Reads the modules that MODULE.bazel depends on, but for those that it takes from elsewhere. */
export const bazelModuleRequests: ManifestReader = (input) => {
  const { calls, computed, unreadable } = readCalls(input, ['MODULE.bazel']);
  const named = (call: Call, name: string): string[] => {
    const found = attribute(call, name) ?? textAt(call, call.inside[0]);
    return found === undefined ? [] : [found];
  };
  const overrides = calls.filter(({ name }) => name.endsWith('_override'));
  const replaced = new Set(overrides.flatMap((call) => named(call, 'module_name')));
  const dependencies = calls.filter(({ name }) => name === 'bazel_dep');
  const asked = dependencies.flatMap((call) => named(call, 'name'));
  const hidden = dependencies.filter((call) => named(call, 'name').length === 0);
  return {
    names: asked.filter((name) => !replaced.has(name)),
    computed: [...computed, ...hidden.map(({ path }) => `${path}: the name of a bazel_dep`)],
    unreadable,
  };
};
