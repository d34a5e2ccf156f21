import { chainOf, closingOf, parameterOf } from './gradle-chains.ts';
import { isMark, type GradleToken } from '../jvm/gradle-tokens.ts';
import { activations, exceptions } from './locking-places.ts';

/** The words of which code that says anything of locking has one. */
export const telling: readonly string[] = [
  ...activations,
  ...exceptions,
  'lockMode',
  'LockMode',
  'dependencyLocking',
  'DependencyLock',
  'DependenciesToUpdate',
];
const updates = ['writeDependencyLocks', 'isWriteDependencyLocks', 'lockedDependenciesToUpdate'];

/** The condition that leaves out no configuration that has packages. */
const resolvable = new Set(['canBeResolved', 'isCanBeResolved', 'it.canBeResolved', 'it.isCanBeResolved']);
const modes = new Set(
  ['LockMode.STRICT', 'LockMode.DEFAULT'].flatMap((mode) => [mode, `org.gradle.api.artifacts.dsl.${mode}`]),
);

/** Names that mean something else where a script declares them itself. */
const known = new Set([
  ...activations,
  ...'allprojects subprojects project configure afterEvaluate buildscript configurations dependencyLocking resolutionStrategy gradle LockMode canBeResolved isCanBeResolved'.split(
    ' ',
  ),
]);
const declaring = new Set(
  'def val var fun class object interface enum typealias as static final private public protected void boolean int long'.split(
    ' ',
  ),
);
/** The words that decide whether code runs. */
export const control: ReadonlySet<string> = new Set(
  'if else for while do try catch finally when switch case default'.split(' '),
);
/** The words that declare types and methods of a program. */
export const declarations: ReadonlySet<string> = new Set(
  'class object interface void def fun override public protected internal'.split(' '),
);

/** The names of the mode of locking. */
export const modeNames: ReadonlySet<string> = new Set(['lockMode', 'getLockMode', 'setLockMode']);

/** The tokens of a statement. */
export type Tokens = readonly GradleToken[];

const partsOf = ({ kind, value }: GradleToken): string[] => (kind === 'word' ? value.split('.') : []);

/** Returns the words of a statement, and the names that it calls in quotes. */
export const wordsOf = (tokens: Tokens): string[] =>
  tokens.flatMap((token) =>
    token.kind === 'text' && exceptions.has(token.value) ? token.value : partsOf(token),
  );

const isDeclaration = (before: GradleToken | undefined): boolean => {
  if (before?.kind !== 'word') return isMark(before, ']');
  const first = before.value.slice(before.value.lastIndexOf('.') + 1).charAt(0);
  return declaring.has(before.value) || (first >= 'A' && first <= 'Z');
};

/** Returns whether a statement declares one of the known names, so that it may mean anything. Parameters are not meant. */
export const hidesKnown = (tokens: Tokens): boolean => {
  const declares = declaring.has(tokens[0]?.value ?? '');
  const endOfNames = declares && isMark(tokens[1], '(') ? closingOf(tokens, 1) : 0;
  let depth = 0;
  return tokens.some((token, at) => {
    if (isMark(token, '(')) depth += 1;
    if (isMark(token, ')')) depth -= 1;
    if (token.kind !== 'word') return false;
    const parts = partsOf(token);
    const name = parts.at(-1) ?? '';
    if (parts.includes('metaClass') || parts.includes('setMetaClass')) return true;
    if (!known.has(name)) return false;
    if (at < endOfNames) return true;
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    if (depth > 0 || isMark(after, '-')) return false;
    if (before?.value === 'import') return !token.value.startsWith('org.gradle.');
    const isOfType = isMark(before, '>') && !isMark(tokens[at - 2], '-');
    const isNext = declares && isMark(before, ',') && isMark(after, '=');
    return isDeclaration(before) || isOfType || isNext;
  });
};

/** Returns what follows `if (…)`, if its condition only asks whether the configuration can be resolved. */
export const withoutCondition = (tokens: Tokens): Tokens => {
  const [first, open, condition, ...after] = tokens;
  if (first?.value !== 'if' || !isMark(open, '(') || !resolvable.has(condition?.value ?? '')) return tokens;
  const rest = isMark(after[0], '(') && isMark(after[1], ')') ? after.slice(2) : after;
  return isMark(rest[0], ')') ? rest.slice(1) : tokens;
};

/** Returns whether a statement is only the parameter of its block. */
export const onlyNames = (tokens: Tokens): boolean => parameterOf(tokens)?.length === tokens.length;

/** Returns whether a statement makes a block about something else: its parameter, or the object that it is about. */
export const changesBlock = (tokens: Tokens, parameters: readonly (string | undefined)[]): boolean => {
  const [first, second, third] = tokens;
  const name = first?.kind === 'word' ? first.value : '';
  const isSet = isMark(second, '=') && !isMark(third, '=');
  const isOfBlock = ['it', 'delegate', 'resolveStrategy'].includes(name) || parameters.includes(name);
  return (isSet && isOfBlock) || name === 'setDelegate' || name === 'setResolveStrategy';
};

/** The signs after which what follows may not run, or runs as a part of something else. */
const deciding = '&|:=.';

/** Returns whether what follows a statement in its block depends on it: the next line is its body, or its other half. */
export const isUnfinished = (tokens: Tokens, isKotlin: boolean): boolean => {
  const last = tokens.at(-1);
  // In Kotlin, a type may end with a question mark.
  if (last?.kind === 'mark' && (isKotlin ? deciding : `${deciding}?`).includes(last.value)) return true;
  if (last?.kind === 'word' && (control.has(last.value) || last.value.endsWith('.'))) return true;
  const condition = tokens.findLastIndex(({ kind, value }) => kind === 'word' && control.has(value)) + 1;
  return (
    condition > 0 && isMark(tokens[condition], '(') && closingOf(tokens, condition) === tokens.length - 1
  );
};

/** Returns whether every word about the mode of locking is one that lets Gradle refuse other versions. */
export const isStrict = (tokens: Tokens): boolean =>
  tokens.every(({ kind, value }) => {
    if (kind === 'mark') return '=()'.includes(value);
    return (
      kind === 'word' &&
      (modes.has(value) ||
        ['lockMode', 'getLockMode', 'setLockMode', 'set'].includes(value.split('.').at(-1) ?? ''))
    );
  });

/** Returns whether a statement lets Gradle write other versions into lockfiles, rather than asks for it. */
export const isUpdate = (tokens: Tokens): boolean =>
  tokens.some((token, at) => {
    const parts = partsOf(token);
    const index = parts.findIndex((part) => updates.includes(part));
    const [next, after] = tokens.slice(at + 1);
    const isSet = ['+', '<'].some((sign) => isMark(next, sign)) || (isMark(next, '=') && !isMark(after, '='));
    return index !== -1 && (index < parts.length - 1 || isSet);
  });

/** Returns whether a statement names the settings of locking. */
export const namesLocking = (tokens: Tokens): boolean =>
  tokens.some((token) => partsOf(token).some((part) => part.toLowerCase().endsWith('dependencylocking')));

/** Returns whether a statement of a program takes another file for the lockfile. */
export const namesLockfile = (tokens: Tokens): boolean =>
  namesLocking(tokens) &&
  tokens.some((token) => partsOf(token).some((part) => part.toLowerCase().endsWith('lockfile')));

/** Returns whether a statement only opens a block: of locking, or of a condition in it. */
export const onlyOpens = (tokens: Tokens): boolean => {
  const { links, rest } = chainOf(tokens);
  const { name, given = [] } = links.at(-1) ?? {};
  if (rest.length > 0 || name === undefined) return false;
  return control.has(name) || (given.length === 0 && name.toLowerCase().endsWith('dependencylocking'));
};
