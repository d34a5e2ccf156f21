import { checkTokens } from '../parse/token-limit.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';

/** A token of opam's format: a string, or anything else as written. */
export interface OpamToken {
  kind: 'text' | 'word' | 'mark';
  value: string;
}

const token =
  /\s+|#[^\n]*|"""((?:[^"]|"(?!""))*)"""|"((?:[^"\\]|\\[^])*)"|([A-Za-z_+][\w+.%:-]*|-?\d[\w.+-]*)|([{}()[\]:]|[<>=!&|?~*^+-]+)/y;

const opening = /^[{([]$/;
const pairs: Readonly<Record<string, string>> = { '}': '{', ')': '(', ']': '[' };

const maxDepth = 64;

const kindOf = ([, , , word, mark]: RegExpExecArray): OpamToken['kind'] => {
  if (word !== undefined) return 'word';
  return mark === undefined ? 'text' : 'mark';
};

const tokensOf = (text: string): OpamToken[] => {
  const found: OpamToken[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const parts = token.exec(text);
    checkTokens(found.length);
    if (!parts) throw new UnreadableFile('it is not a valid opam file: it may be cut off');
    const [, long, short, word, mark] = parts;
    const value = long ?? short ?? word ?? mark;
    if (value === undefined) continue;
    const kind = kindOf(parts);
    // The colon belongs to the name only in a name like `ocaml:version`.
    if (kind === 'word' && value.endsWith(':')) {
      found.push({ kind, value: value.slice(0, -1) }, { kind: 'mark', value: ':' });
    } else found.push({ kind, value });
  }
  return found;
};

/**
 * Returns the tokens of each top-level field of an opam file, leaving out sections.
 * @throws UnreadableFile when brackets do not match, as in a file that is cut off.
 */
export const opamFields = (text: string): Map<string, OpamToken[]> => {
  const fields = new Map<string, OpamToken[]>();
  const open: string[] = [];
  let field: OpamToken[] | undefined;
  const tokens = tokensOf(text);
  for (const [at, each] of tokens.entries()) {
    const next = tokens[at + 1];
    if (open.length === 0 && each.kind === 'word') {
      field = next?.kind === 'mark' && next.value === ':' ? [] : undefined;
      if (field && !fields.has(each.value)) fields.set(each.value, field);
      continue;
    }
    field?.push(each);
    if (each.kind !== 'mark') continue;
    if (opening.test(each.value)) open.push(each.value);
    else if (pairs[each.value] !== undefined && open.pop() !== pairs[each.value])
      throw new UnreadableFile('its brackets do not match');
    if (open.length > maxDepth) throw new UnreadableFile(`it is nested deeper than ${maxDepth} levels`);
  }
  if (open.length > 0) throw new UnreadableFile('a list has no end: it may be cut off');
  return fields;
};
