/** A token of a build, in which the signs of `%%`, `+=` and the like are one. */
export interface SbtToken {
  /** A `computed` one is a text whose value is not what is written: it has escapes or values in it. */
  kind: 'text' | 'computed' | 'word' | 'percent' | 'assigns' | 'other';
  value: string;
}

type Tokens = readonly SbtToken[];

const collections: ReadonlySet<string> = new Set(['Seq', 'List', 'Set', 'Vector', 'Array', 'Nil']);
const plugins: ReadonlySet<string> = new Set(['compilerPlugin']);
const definitions: ReadonlySet<string> = new Set(['val', 'def', 'var', 'object']);
/** The words that request modules in another way than `libraryDependencies`. */
const otherWays: ReadonlySet<string> = new Set(['ModuleID', 'ivyXML', 'externalPom', 'externalIvyFile']);

const isSign = (token: SbtToken | undefined, ...signs: string[]): boolean =>
  token?.kind === 'other' && signs.includes(token.value);

/** Returns whether the module at its first `%` is not stated by texts: `org % "a" % "1"`. A configuration has one `%`. */
const isComputedModule = (tokens: Tokens, at: number): boolean => {
  if (tokens[at]?.kind !== 'percent' || tokens[at - 2]?.kind === 'percent') return false;
  const [group, artifact] = [tokens[at - 1], tokens[at + 1]];
  if (group?.kind === 'text') return artifact?.kind !== 'text';
  return tokens[at + 2]?.kind === 'percent';
};

/** Returns the position after the bracket that opens at one. */
const afterBracket = (tokens: Tokens, open: number): number => {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (isSign(tokens[at], '(', '[', '{')) depth += 1;
    else if (isSign(tokens[at], ')', ']', '}')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
};

/** Returns whether each item of a list is a module or a value of this file. */
const hasComputedItem = (tokens: Tokens, open: number, isKnown: (token: SbtToken) => boolean): boolean => {
  const end = afterBracket(tokens, open) - 1;
  for (let at = open + 1; at < end; at += 1) {
    const token = tokens[at];
    const isFirst = at === open + 1 || isSign(tokens[at - 1], ',');
    if (isFirst && token?.kind === 'word' && !isKnown(token)) return true;
    if (isSign(token, '(', '[', '{')) at = afterBracket(tokens, at) - 1;
  }
  return false;
};

/** Returns whether a value of `libraryDependencies` is one that no text of the file states. */
const isComputedValue = (tokens: Tokens, from: number, isKnown: (token: SbtToken) => boolean): boolean => {
  let at = from;
  for (;;) {
    const token = tokens[at];
    if (!token || token.kind === 'text') return false;
    if (isSign(token, '(', '{')) {
      const end = afterBracket(tokens, at);
      if (!tokens.slice(at, end).some(({ kind }) => kind === 'text')) return true;
      at = end;
    } else if (token.kind === 'word' && collections.has(token.value)) {
      const isList = isSign(tokens[at + 1], '(');
      if (isList && hasComputedItem(tokens, at + 1, isKnown)) return true;
      at = isList ? afterBracket(tokens, at + 1) : at + 1;
    } else if (token.kind !== 'word' || !isKnown(token)) return true;
    else at += 1;
    if (!isSign(tokens[at], '+') || !isSign(tokens[at + 1], '+')) return false;
    at += 2;
  }
};

/** Returns whether no text states the plugin that `addSbtPlugin(` adds. */
const isComputedPlugin = (tokens: Tokens, at: number): boolean =>
  tokens[at]?.value === 'addSbtPlugin' && isSign(tokens[at + 1], '(') && tokens[at + 2]?.kind !== 'text';

/** Returns the words by which a build requests modules without stating them as texts. */
export const computedModules = (tokens: Tokens): string[] => {
  const defined = new Set(
    tokens.flatMap(({ value }, at) => (definitions.has(tokens[at - 1]?.value ?? '') ? [value] : [])),
  );
  const isKnown = ({ value }: SbtToken): boolean => defined.has(value) || plugins.has(value);
  const found = tokens.flatMap(({ kind, value }, at): string[] => {
    if (isComputedModule(tokens, at)) return [`${tokens[at - 1]?.value} ${value} ${tokens[at + 1]?.value}`];
    if (kind !== 'word') return [];
    if (otherWays.has(value)) return [value];
    if (isComputedPlugin(tokens, at)) return [`${value} ${tokens[at + 2]?.value ?? ''}`];
    if (value !== 'libraryDependencies') return [];
    if (isSign(tokens[at + 1], '~')) return [`${value} ~=`];
    const assigns = [at + 1, at + 2].find(
      (each) => tokens[each]?.kind === 'assigns' && (each === at + 1 || isSign(tokens[at + 1], '+')),
    );
    return assigns !== undefined && isComputedValue(tokens, assigns + 1, isKnown)
      ? [`${value} ${tokens[assigns]?.value} ${tokens[assigns + 1]?.value ?? ''}`]
      : [];
  });
  return [...new Set(found)];
};
