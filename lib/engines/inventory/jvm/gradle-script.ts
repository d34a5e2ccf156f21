import { VariableValues } from './variable-values.ts';
import { placesIn } from './gradle-places.ts';
import { gradleStatements, hidesText, type GradleStatement } from './gradle-statements.ts';
import { isMark, type GradleToken } from './gradle-tokens.ts';
import { pinnedGradleVersion } from '../pinned-version.ts';

/** A dependency as the script writes it: a coordinate that may contain `${…}`, or a catalog entry. */
export interface GradleDeclaration {
  configuration: string;
  coordinate?: string;
  /** For example `libs.some.entry`. */
  reference?: string;
  /** Set where several versions are stated for it. */
  isDisputed?: true;
  /** Set for a platform, whose versions apply to other declarations. */
  isPlatform?: true;
}

export interface GradleScript {
  declarations: GradleDeclaration[];
  /** Versions for declarations without one, from constraints and Spring's dependency management. */
  managed: string[];
  plugins: { id?: string; version?: string; reference?: string }[];
  /** The literal values of variables. A name with several different values, or with a computed one as well, has none. */
  variables: Map<string, string | undefined>;
  /** Declarations that only running the script would reveal. */
  dynamic: string[];
  /** Scripts and directories that the script makes part of the build; a computed one is ''. */
  places: string[];
  /** True where something in the script may change the stated or chosen versions. */
  hasRules: boolean;
  /** True where a string, comment or statement could not be read to its end, so that anything may be in the script. */
  isUnclear: boolean;
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
const versionRules =
  /\b(?:force|strictly|enforcedPlatform|resolutionStrategy|dependencyManagement|dependencySubstitution|substitute)\b|!!['"]/;

const isDependencies = (block: string | undefined): boolean =>
  block === 'dependencies' || !!block?.endsWith('.dependencies');

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

const shortened = (tokens: readonly GradleToken[]): string =>
  tokens
    .map(({ value }) => value)
    .join(' ')
    .slice(0, 100);

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
  if (hidesText(rest) || (!isResolved && rest.length > 0)) script.dynamic.push(shortened(tokens));
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

/** Applies `implementation("g:a") { version { strictly("1.0") } }` to the last declaration. */
const refineVersion = (
  { declarations: declared }: GradleScript,
  { blocks, tokens }: GradleStatement,
): void => {
  const last = declared.at(-1);
  const value = tokens.find(({ kind }) => kind === 'text')?.value;
  const isRich = /^(?:strictly|require|prefer)$/.test(tokens[0]?.value ?? '') && blocks.at(-1) === 'version';
  if (!isRich || last?.coordinate === undefined) return;
  const [group, name, version] = last.coordinate.split(':');
  const stated = pinnedGradleVersion(value);
  if (version === undefined && stated && !last.isDisputed) last.coordinate += `:${value}`;
  else if (version !== undefined && version !== value) {
    last.coordinate = `${group}:${name}`;
    last.isDisputed = true;
  }
};

/**
 * Reads what a build.gradle or build.gradle.kts declares literally, in linear time. The script is not executed.
 * @param path its extension tells Kotlin from Groovy.
 */
export const readGradleScript = (text: string, path = ''): GradleScript => {
  const variables = new VariableValues();
  const script: GradleScript = {
    declarations: [],
    managed: [],
    plugins: [],
    variables: variables.values,
    dynamic: [],
    places: [],
    hasRules: versionRules.test(text),
    isUnclear: false,
  };
  for (const statement of gradleStatements(text, path.endsWith('.kts'))) {
    const { blocks, tokens } = statement;
    const depth = blocks.findLastIndex(isDependencies);
    const managed = blocks.includes('constraints') || blocks.includes('dependencyManagement');
    if (tokens[0]?.kind === 'unclear') script.isUnclear = true;
    variables.assign(tokens);
    script.places.push(...placesIn(tokens, blocks));
    const isManaged = managed || blocks.at(-1) === 'version';
    if ((isManaged || blocks.at(-1) === 'plugins') && hidesText(tokens))
      script.dynamic.push(shortened(tokens));
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
