import { placesIn } from './gradle-places.ts';
import { gradleStatements, type GradleStatement } from './gradle-statements.ts';
import type { GradleToken } from './gradle-tokens.ts';
import { pinnedGradleVersion } from '../pinned-version.ts';

/** A dependency as the script writes it: a coordinate that may contain `${…}`, or a catalog entry. */
export interface GradleDeclaration {
  configuration: string;
  coordinate?: string;
  /** For example `libs.some.entry`. */
  reference?: string;
  /** Set for a platform, whose versions apply to other declarations. */
  isPlatform?: true;
}

export interface GradleScript {
  declarations: GradleDeclaration[];
  /** Versions for declarations without one, from constraints and Spring's dependency management. */
  managed: string[];
  plugins: { id?: string; version?: string; reference?: string }[];
  variables: Map<string, string>;
  /** Declarations that only running the script would reveal. */
  dynamic: string[];
  /** Scripts and directories that the script makes part of the build; a computed one is ''. */
  places: string[];
  /** True where something in the script may change the stated or chosen versions. */
  hasRules: boolean;
}

const notConfigurations = new Set(
  'exclude because transitive version force println if else for while return def val var apply repositories constraints modules components attributes capabilities requireCapability resolutionStrategy changing artifact add enforcedPlatform import it substitute using target'.split(
    ' ',
  ),
);
const ownCode =
  /^(?:project|projects|files|fileTree|gradleApi|localGroovy|gradleTestKit|gradleKotlinDsl|rootProject|sourceSets)\b/;
const coordinateForm = /^[^\s:/]{1,200}:[^\s:/]{1,200}(?::[^\s:]{0,300}(?::[^\s:]{1,200})?)?$/;
const catalogEntry = /^[A-Za-z]\w{0,60}\.[\w.]{1,200}$/;

/** Finds statements that change the versions in a script: forced and strict versions, platforms and plugins. */
export const versionRules =
  /\b(?:force|strictly|enforcedPlatform|resolutionStrategy|dependencyManagement|dependencySubstitution|substitute)\b|!!['"]/;

const isDependencies = (block: string | undefined): boolean =>
  block === 'dependencies' || !!block?.endsWith('.dependencies');

const isMark = (token: GradleToken | undefined, value: string): boolean =>
  token?.kind === 'mark' && token.value === value;

/** Reads a named argument of `group: 'g', name: 'a', version: 'v'`; Kotlin writes `=`. */
const named = (tokens: readonly GradleToken[], name: string): string | undefined => {
  const at = tokens.findIndex(
    ({ kind, value }, index) =>
      kind === 'word' && value === name && (isMark(tokens[index + 1], ':') || isMark(tokens[index + 1], '=')),
  );
  const value = at === -1 ? undefined : tokens[at + 2];
  if (value?.kind === 'text') return value.value;
  return value?.kind === 'word' ? `\${${value.value}}` : undefined;
};

/** Concatenates strings joined by `+`: `"g:a:" + version` is `g:a:${version}`. */
const wholeTexts = (tokens: readonly GradleToken[]): string[] => {
  const texts: string[] = [];
  for (const [at, { kind, value }] of tokens.entries()) {
    const before = isMark(tokens[at - 1], '+') && kind !== 'mark' ? texts.pop() : undefined;
    if (before !== undefined) texts.push(before + (kind === 'text' ? value : `\${${value}}`));
    else if (kind === 'text') texts.push(value);
  }
  return texts;
};

/** Reads the coordinates in the arguments of a declaration. */
const coordinatesOf = (tokens: readonly GradleToken[]): string[] => {
  const [group, name, version] = ['group', 'name', 'version'].map((key) => named(tokens, key));
  if (group !== undefined && name !== undefined)
    return [`${group}:${name}${version === undefined ? '' : `:${version}`}`];
  return wholeTexts(tokens).flatMap((whole) =>
    coordinateForm.test(whole.replace(/\$\{[^{}]{0,200}\}/g, 'x')) ? [whole.split('@', 1)[0] ?? whole] : [],
  );
};

const declare = (script: GradleScript, tokens: readonly GradleToken[]): void => {
  const isAdded = tokens[0]?.value === 'add' && tokens.some(({ kind }) => kind === 'text');
  const [first, ...rest] = isAdded ? tokens.slice(tokens.findIndex(({ kind }) => kind === 'text')) : tokens;
  // Kotlin quotes a configuration that has no accessor.
  const configuration = first?.value ?? '';
  if (!/^\w{1,100}$/.test(configuration) || notConfigurations.has(configuration)) return;
  const words = rest.filter(({ kind }) => kind === 'word').map(({ value }) => value);
  const coordinates = coordinatesOf(rest);
  const isPlatform = words.some((word) => word === 'platform' || word === 'enforcedPlatform');
  const platform = isPlatform ? { isPlatform } : {};
  for (const coordinate of coordinates) script.declarations.push({ configuration, coordinate, ...platform });
  const kotlin = words.includes('kotlin') && rest.find(({ kind }) => kind === 'text')?.value;
  if (kotlin)
    script.declarations.push({ configuration, coordinate: `org.jetbrains.kotlin:kotlin-${kotlin}` });
  const references = words.filter(
    (word) => catalogEntry.test(word) && !ownCode.test(word) && !word.startsWith('$'),
  );
  for (const reference of references) script.declarations.push({ configuration, reference, ...platform });
  const isResolved =
    coordinates.length + references.length > 0 || kotlin || words.some((word) => ownCode.test(word));
  if (!isResolved && rest.length > 0)
    script.dynamic.push(
      tokens
        .map(({ value }) => value)
        .join(' ')
        .slice(0, 100),
    );
};

const pluginOf = (script: GradleScript, tokens: readonly GradleToken[]): void => {
  const [first] = tokens;
  const id = tokens.find(({ kind }) => kind === 'text')?.value;
  const at = tokens.findIndex(({ kind, value }) => kind === 'word' && value === 'version');
  const stated = at === -1 ? undefined : tokens.slice(at + 1).find(({ kind }) => kind !== 'mark');
  const version = stated?.kind === 'word' ? `\${${stated.value}}` : stated?.value;
  if (first?.value === 'alias') {
    const reference = tokens.find(({ kind, value }) => kind === 'word' && catalogEntry.test(value))?.value;
    if (reference) script.plugins.push({ reference });
  } else if (id !== undefined && version !== undefined) {
    const whole = first?.value === 'kotlin' ? `org.jetbrains.kotlin.${id}` : id;
    if (first?.value === 'kotlin' || first?.value === 'id') script.plugins.push({ id: whole, version });
  }
};

/**
 * Records assignments: `name = "1.0"`, `ext.name = '1.0'`, `extra["name"] = "1.0"`, `val name by extra("1.0")`,
 * `versions = [a: '1.0']`.
 */
const assign = ({ variables }: GradleScript, tokens: readonly GradleToken[]): void => {
  const bare = (name: string): string => name.replace(/^(?:(?:rootProject|project|ext|extra)\.){1,20}/, '');
  const equals = tokens.findIndex((token) => isMark(token, '='));
  const name = tokens.slice(0, Math.max(equals, 0)).findLast(({ kind }) => kind !== 'mark')?.value ?? '';
  const [value, after] = [tokens[equals + 1], tokens[equals + 2]];
  if (equals > 0 && value?.kind === 'text' && after === undefined) variables.set(bare(name), value.value);
  if (equals > 0 && isMark(value, '[')) {
    for (const [at, { kind, value: key }] of tokens.entries()) {
      const entry = tokens[at + 2];
      if (at > equals && kind !== 'mark' && isMark(tokens[at + 1], ':') && entry?.kind === 'text')
        variables.set(`${bare(name)}.${key}`, entry.value);
    }
  }
  const by = tokens.findIndex(({ kind, value: word }) => kind === 'word' && word === 'by');
  const initial = tokens[by + 3];
  if (by > 0 && tokens[by + 1]?.value === 'extra' && initial?.kind === 'text')
    variables.set(tokens[by - 1]?.value ?? '', initial.value);
  const [set, open, key, comma, stated] = tokens;
  if (set?.value === 'set' && isMark(open, '(') && isMark(comma, ',') && stated?.kind === 'text')
    variables.set(key?.value ?? '', stated.value);
};

/** Applies `implementation("g:a") { version { strictly("1.0") } }` to the last declaration. */
const refineVersion = (
  { declarations: declared }: GradleScript,
  { blocks, tokens }: GradleStatement,
): void => {
  const last = declared.at(-1);
  const stated = tokens.find(({ kind }) => kind === 'text')?.value;
  const isRich = /^(?:strictly|require|prefer)$/.test(tokens[0]?.value ?? '') && blocks.at(-1) === 'version';
  if (isRich && pinnedGradleVersion(stated) && last?.coordinate?.split(':').length === 2)
    last.coordinate += `:${stated}`;
};

/**
 * Reads what a build.gradle or build.gradle.kts declares literally, in linear time. The script is not executed.
 */
export const readGradleScript = (text: string): GradleScript => {
  const script: GradleScript = {
    declarations: [],
    managed: [],
    plugins: [],
    variables: new Map(),
    dynamic: [],
    places: [],
    hasRules: versionRules.test(text),
  };
  for (const statement of gradleStatements(text)) {
    const { blocks, tokens } = statement;
    const depth = blocks.findLastIndex(isDependencies);
    const managed = blocks.includes('constraints') || blocks.includes('dependencyManagement');
    assign(script, tokens);
    script.places.push(...placesIn(tokens));
    if (blocks.at(-1) === 'plugins') pluginOf(script, tokens);
    else if (managed) script.managed.push(...coordinatesOf(tokens));
    else if (depth !== -1) {
      const inside = blocks.slice(depth + 1);
      // A declaration's own block holds its details; a conditional block holds further declarations.
      if (inside.every((block) => /^(?:if|else|for|)$/.test(block))) declare(script, tokens);
      else refineVersion(script, statement);
    }
  }
  return script;
};
