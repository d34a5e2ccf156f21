import { hasHiddenLetters } from './gradle-statements.ts';
import { isMark, type GradleToken } from './gradle-tokens.ts';

const longestName = 200;

const bare = (name: string): string => name.replace(/^(?:(?:rootProject|project|ext|extra)\.){1,20}/, '');

/** Returns whether the sign at a position assigns, rather than compares. */
const isAssignment = (tokens: readonly GradleToken[], equals: number): boolean => {
  const [before, after] = [tokens[equals - 1], tokens[equals + 1]];
  const compares = before?.kind === 'mark' && '!<>='.includes(before.value);
  return !compares && !isMark(after, '=') && !isMark(after, '~');
};

/**
 * The values that a script gives to variables. Which branch runs and in which order is unknown, so that a name with several
 * different values has none.
 */
export class VariableValues {
  readonly values = new Map<string, string | undefined>();
  readonly #computed = new Set<string>();

  /**
   * Records assignments: `name = "1.0"`, `ext.name = '1.0'`, `extra["name"] = "1.0"`, `val name by extra("1.0")`,
   * `versions = [a: '1.0']`, `versions['a'] = '1.0'`.
   */
  assign(tokens: readonly GradleToken[]): void {
    const equals = tokens.findIndex((token) => isMark(token, '='));
    if (equals > 0 && isAssignment(tokens, equals)) this.#assignAt(tokens, equals);
    const by = tokens.findIndex(({ kind, value: word }) => kind === 'word' && word === 'by');
    const initial = tokens[by + 3];
    if (by > 0 && tokens[by + 1]?.value === 'extra' && initial?.kind === 'text')
      this.#set(tokens[by - 1]?.value ?? '', initial.value);
    const [first, open, key, comma, stated] = tokens;
    if (!isMark(open, '(') || !isMark(comma, ',') || key?.kind !== 'text') return;
    const value = stated?.kind === 'text' && isMark(tokens[5], ')') ? stated.value : undefined;
    if (first?.value === 'set') this.#set(key.value, value);
    else if (first?.value.endsWith('.put'))
      this.#set(`${bare(first.value.slice(0, -'.put'.length))}.${key.value}`, value);
  }

  #assignAt(tokens: readonly GradleToken[], equals: number): void {
    const name = tokens.slice(0, equals).findLast(({ kind }) => kind !== 'mark')?.value ?? '';
    const [value, after] = [tokens[equals + 1], tokens[equals + 2]];
    const isPlain = !isMark(tokens[equals - 1], '+');
    const literal = isPlain && value?.kind === 'text' && after === undefined ? value.value : undefined;
    this.#set(bare(name), literal);
    const [map] = tokens;
    if (isMark(tokens[equals - 1], ']') && map?.kind === 'word')
      this.#set(`${bare(map.value)}.${name}`, literal);
    if (!isMark(value, '[')) return;
    for (const [at, { kind, value: key }] of tokens.entries()) {
      const entry = tokens[at + 2];
      if (at > equals && kind !== 'mark' && isMark(tokens[at + 1], ':') && entry?.kind === 'text')
        this.#set(`${bare(name)}.${key}`, entry.value);
    }
  }

  /** @param stated undefined for a computed one. A name that has only those may be defined elsewhere. */
  #set(name: string, stated: string | undefined): void {
    if (name.length > longestName) return;
    const value = stated === undefined || hasHiddenLetters(stated) ? undefined : stated;
    if (value === undefined) this.#computed.add(name);
    const isKnown = this.values.has(name);
    const differs = this.#computed.has(name) || (isKnown && this.values.get(name) !== value);
    if (value !== undefined || isKnown) this.values.set(name, differs ? undefined : value);
  }
}
