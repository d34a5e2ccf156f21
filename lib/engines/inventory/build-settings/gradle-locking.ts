import { isGradleSettings } from '@scangate/engines/units/gradle-scripts';
import { gradleStatements, maxDepth, type GradleStatement } from '../jvm/gradle-statements.ts';
import { isMark } from '../jvm/gradle-tokens.ts';
import { chainOf, parameterOf, type Link } from './gradle-chains.ts';
import { activations, appliers, exceptions, placeIn, type Place } from './locking-places.ts';
import {
  changesBlock,
  control,
  declarations,
  hidesKnown,
  isStrict,
  isUnfinished,
  isUpdate,
  modeNames,
  namesLockfile,
  namesLocking,
  onlyNames,
  onlyOpens,
  telling,
  withoutCondition,
  wordsOf,
  type Tokens,
} from './locking-statements.ts';

/** A statement of a script about locking. */
export interface LockingStatement {
  /** Whether it turns locking on, or leaves something out of it; not `isClear` if only running the script would tell. */
  effect: 'locks' | 'leavesOut';
  isClear: boolean;
  /** The place that it is about; undefined if that is not known. */
  place: Place | undefined;
}

const isKotlin = (path: string): boolean => path.endsWith('.kt') || path.endsWith('.kts');

/** The kind of code: by its name, Groovy or Kotlin, and settings or not. */
export interface CodeKind {
  path: string;
  /** False for a program, in which a variable may be the project. */
  isScript: boolean;
}

/** Follows the blocks and calls of one script to what they configure. */
class Reader {
  readonly #isSource: boolean;
  readonly #isKotlin: boolean;
  readonly #root: Place;
  /** The places of the blocks, by what is before their braces. */
  readonly #places = new Map<Tokens, Place | undefined>();
  readonly #parameters = new Map<Tokens, string>();
  /** The blocks that may have been left before their end; undefined is the script itself. */
  readonly #left = new Set<Tokens | undefined>();
  readonly #ofLocking = new Set<Tokens>();
  #last: GradleStatement | undefined;

  constructor({ path, isScript }: CodeKind) {
    this.#isSource = !isScript;
    this.#isKotlin = isKotlin(path);
    const kind = isGradleSettings(path) ? 'settings' : 'project';
    this.#root = { kind, projects: 'own', isOfPlugins: false };
  }

  /** Returns what a statement configures; undefined if that is not known. Each statement has to be followed, in their order. */
  follow(statement: GradleStatement): Place | undefined {
    const { around, tokens } = statement;
    const isBody = this.#last?.around === around && isUnfinished(this.#last.tokens, this.#isKotlin);
    const parameter = parameterOf(tokens);
    const block = around.at(-1);
    if (parameter && block) this.#parameters.set(block, parameter.name);
    const place = isBody || around.length >= maxDepth ? undefined : this.#placeOf(statement);
    this.#places.set(tokens, place);
    if (namesLocking(tokens)) this.#ofLocking.add(tokens);
    this.#noteReturn(statement);
    this.#noteChange(statement);
    this.#last = statement;
    return place;
  }

  /** Returns whether a statement is about locking in any way. */
  isOfLocking({ around, tokens }: GradleStatement): boolean {
    return this.#ofLocking.has(tokens) || around.some((block) => this.#ofLocking.has(block));
  }

  #placeOf({ around, tokens }: GradleStatement): Place | undefined {
    const places = [this.#root];
    for (const block of around) {
      const place = this.#places.get(block);
      if (!place || this.#left.has(block)) return undefined;
      places.push(place);
    }
    if (this.#left.has(undefined)) return undefined;
    const body = withoutCondition(tokens.slice(parameterOf(tokens)?.length ?? 0));
    const parameters = around.map((block) => this.#parameters.get(block));
    return body.length === 0 ? places.at(-1) : this.#along(body, places, parameters);
  }

  /** Follows a chain of calls from what is around it: a name is of the innermost block that has it. */
  #along(
    tokens: Tokens,
    places: readonly Place[],
    parameters: readonly (string | undefined)[],
  ): Place | undefined {
    const { links, rest, inner } = chainOf(tokens);
    const isDeclaration = this.#isSource && tokens.some((token) => declarations.has(token.value));
    if (isDeclaration && !tokens.some((token) => control.has(token.value))) return places.at(-1);
    const statedAt = links.findIndex(
      ({ name }) => exceptions.has(name) || modeNames.has(name) || appliers.has(name),
    );
    if (rest.length > 0 && statedAt === -1) return undefined;
    const [first, ...more] = statedAt === -1 ? links : links.slice(0, statedAt + 1);
    let place = first && this.#first(first, places, parameters);
    for (const link of more) place &&= placeIn(place, link);
    if (!inner || !place || parameters.length >= maxDepth) return inner ? undefined : place;
    return this.#along(inner.tokens, [...places, place], [...parameters, inner.parameter]);
  }

  #first(
    link: Link,
    places: readonly Place[],
    parameters: readonly (string | undefined)[],
  ): Place | undefined {
    const at = link.name === 'it' ? parameters.length - 1 : parameters.lastIndexOf(link.name);
    if (at !== -1) return places[at + 1];
    for (const place of places.toReversed()) {
      const found = placeIn(place, link);
      if (found) return found;
    }
    // In a program, a variable or method may be the project.
    return this.#isSource && !control.has(link.name) ? places.at(-1) : undefined;
  }

  /** Notes that names may mean something else in the rest of a block. */
  #noteChange({ around, tokens }: GradleStatement): void {
    const parameters = around.map((block) => this.#parameters.get(block));
    if (changesBlock(tokens, parameters)) for (const block of around) this.#left.add(block);
    if (!this.#isSource && around.length > 0 && hidesKnown(tokens)) this.#left.add(around.at(-1));
  }

  /** Notes that the rest of a block may not run after a `return`: of the function that it leaves, or of all of them. */
  #noteReturn({ around, tokens }: GradleStatement): void {
    const at = tokens.findIndex(({ kind, value }) => kind === 'word' && value === 'return');
    if (at === -1) return;
    const isLabeled = isMark(tokens[at + 1], '@');
    const left = around.findLastIndex((block) => !control.has(block[0]?.value ?? ''));
    for (const block of isLabeled ? around : around.slice(Math.max(left, 0), left + 1)) this.#left.add(block);
    if (isLabeled || left === -1) this.#left.add(undefined);
  }
}

/** Returns what one statement says of locking; undefined for nothing. */
const effectOf = (tokens: Tokens, isOfLocking: boolean): Omit<LockingStatement, 'place'> | undefined => {
  const words = wordsOf(tokens);
  if (tokens[0]?.kind === 'unclear') return { effect: 'leavesOut', isClear: false };
  if (words.some((word) => exceptions.has(word)) || isUpdate(tokens))
    return { effect: 'leavesOut', isClear: true };
  if (words.some((word) => modeNames.has(word)))
    return isStrict(tokens) ? undefined : { effect: 'leavesOut', isClear: true };
  if (words.some((word) => activations.has(word))) return { effect: 'locks', isClear: true };
  if (namesLockfile(tokens)) return { effect: 'leavesOut', isClear: false };
  return isOfLocking && !onlyOpens(tokens) && !onlyNames(tokens)
    ? { effect: 'leavesOut', isClear: false }
    : undefined;
};

/** Returns what the code of a script or plugin says of locking, each thing once. Comments and strings do not count. */
export const lockingIn = (text: string, kind: CodeKind): LockingStatement[] => {
  const { path, isScript } = kind;
  const mayTell = telling.some((word) => text.includes(word)) || (!isKotlin(path) && text.includes('\\u'));
  if (!mayTell) return [];
  const statements = [...gradleStatements(text, isKotlin(path))];
  const isHidden =
    isScript && statements.some(({ around, tokens }) => around.length === 0 && hidesKnown(tokens));
  const reader = new Reader(kind);
  const said = new Map<string, LockingStatement>();
  for (const statement of statements) {
    const place = reader.follow(statement);
    const found = effectOf(statement.tokens, isScript && reader.isOfLocking(statement));
    if (!found) continue;
    const isClear = found.effect === 'leavesOut' ? found.isClear : !isHidden && place?.kind === 'stated';
    const each = { ...found, isClear, place: isHidden ? undefined : place };
    said.set(JSON.stringify(each), each);
  }
  return [...said.values()];
};

/** A statement that names a script or plugin. */
export interface Application {
  /** The names in it: texts, and words in the block of plugins. */
  names: readonly string[];
  /** The place that gets it; undefined if that is not known, or if it may not be applied. */
  place: Place | undefined;
}

/** Returns the statements of a script or plugin that name other ones. */
export const applicationsIn = (text: string, kind: CodeKind): Application[] => {
  const reader = new Reader(kind);
  return [...gradleStatements(text, isKotlin(kind.path))].flatMap((statement) => {
    const place = reader.follow(statement);
    const names = statement.tokens.flatMap((token) => (token.kind === 'mark' ? [] : [token.value]));
    const isApplied = place?.kind === 'applied' && !names.includes('false');
    return names.length > 0 ? [{ names, place: isApplied ? place : undefined }] : [];
  });
};
