import { checkTokens } from '../parse/token-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';

/** A term of a file of Erlang terms, as far as lockfiles have them. */
export type ErlangTerm =
  | { kind: 'binary' | 'string' | 'atom' | 'number'; value: string }
  | { kind: 'tuple' | 'list'; items: ErlangTerm[] };

const maxDepth = 64;

const token = /\s+|%[^\n]*|<<"([^"\\]*)">>|<<>>|"([^"\\]*)"|'([^'\\]*)'|([a-z][\w@]*)|(-?\d+)|([{}[\],.])/y;

const closing: Readonly<Record<string, 'tuple' | 'list'>> = { '}': 'tuple', ']': 'list' };

const notATerm = (): UnreadableFile => new UnreadableFile('it is not a valid Erlang term');

const leafOf = (parts: RegExpExecArray): ErlangTerm | undefined => {
  const [text, binary, string, quoted, atom, number] = parts;
  if (binary !== undefined || text === '<<>>') return { kind: 'binary', value: binary ?? '' };
  if (string !== undefined) return { kind: 'string', value: string };
  if (quoted !== undefined || atom !== undefined) return { kind: 'atom', value: quoted ?? atom ?? '' };
  return number === undefined ? undefined : { kind: 'number', value: number };
};

/** Reads the terms of a file, each of which ends with a full stop. @throws UnreadableFile */
export const parseErlangTerms = (text: string): ErlangTerm[] => {
  const terms: ErlangTerm[] = [];
  const open: { kind: 'tuple' | 'list'; items: ErlangTerm[] }[] = [];
  let whole: ErlangTerm | undefined;
  const place = (term: ErlangTerm): void => {
    const parent = open.at(-1);
    if (parent) parent.items.push(term);
    else if (whole) throw notATerm();
    else whole = term;
  };
  let count = 0;
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const parts = token.exec(text);
    if (!parts) throw notATerm();
    count += 1;
    checkTokens(count);
    const leaf = leafOf(parts);
    const mark = parts[6];
    if (leaf) place(leaf);
    else if (mark === '{' || mark === '[') {
      if (open.length >= maxDepth) throw new UnreadableFile(`it is nested deeper than ${maxDepth} levels`);
      open.push({ kind: mark === '{' ? 'tuple' : 'list', items: [] });
    } else if (mark === '}' || mark === ']') {
      const ended = open.pop();
      if (!ended || ended.kind !== closing[mark]) throw notATerm();
      place(ended);
    } else if (mark === '.') {
      if (open.length > 0 || !whole) throw notATerm();
      terms.push(whole);
      whole = undefined;
    }
  }
  if (open.length > 0 || whole) throw new UnreadableFile('a term has no end: it may be cut off');
  return terms;
};
