import { eachElixirToken, type ElixirToken } from './elixir-tokens.ts';
import { UnreadableFile } from '../parse/unreadable-file.ts';

/** A value in Elixir's literal syntax. A map or keyword list is a list of pairs. */
export type ElixirTerm =
  | { kind: 'text' | 'atom'; value: string }
  | { kind: 'tuple' | 'list'; items: ElixirTerm[] }
  | { kind: 'pair'; key: string; value: ElixirTerm };

/** The items of a tuple or list; none for any other term. */
export const itemsOf = (term: ElixirTerm | undefined): readonly ElixirTerm[] =>
  term && 'items' in term ? term.items : [];

interface Frame {
  closer: string;
  term: Extract<ElixirTerm, { items: ElixirTerm[] }>;
  /** The key that was read before a value. */
  key: string | undefined;
}

const maxDepth = 64;

const broken = (): UnreadableFile => new UnreadableFile('it is not a valid Elixir term');

const put = (frame: Frame, value: ElixirTerm): void => {
  const { key, term } = frame;
  frame.key = undefined;
  term.items.push(key === undefined ? value : { kind: 'pair', key, value });
};

const isLeaf = (token: ElixirToken): token is ElixirToken & { kind: 'text' | 'atom' } =>
  token.kind === 'text' || token.kind === 'atom';

const opened = (frames: Frame[], { value }: ElixirToken): void => {
  if (value === '(') throw broken();
  if (frames.length > maxDepth) throw new UnreadableFile(`it is nested deeper than ${maxDepth} levels`);
  const kind = value === '[' ? 'list' : 'tuple';
  frames.push({ closer: kind === 'list' ? ']' : '}', term: { kind, items: [] }, key: undefined });
};

const closed = (frames: Frame[], { value }: ElixirToken): void => {
  const done = frames.pop();
  const outer = frames.at(-1);
  if (!done || !outer || done.closer !== value || done.key !== undefined) throw broken();
  put(outer, done.term);
};

/** Handles `"name" => value`: the value read before the arrow is a key. */
const arrow = (frame: Frame): void => {
  const last = frame.term.items.pop();
  if (!last || (last.kind !== 'text' && last.kind !== 'atom')) throw broken();
  frame.key = last.value;
};

/** Parses a text that holds exactly one term, in linear time. @throws UnreadableFile */
export const parseElixirTerm = (text: string): ElixirTerm => {
  const root: Frame = { closer: '', term: { kind: 'list', items: [] }, key: undefined };
  const frames = [root];
  eachElixirToken(text, (token) => {
    const frame = frames.at(-1) ?? root;
    if (token.kind === 'open') opened(frames, token);
    else if (token.kind === 'close') closed(frames, token);
    else if (token.kind === 'arrow') arrow(frame);
    else if (token.kind === 'key') frame.key = token.value;
    else if (isLeaf(token)) put(frame, token);
    else if (token.kind === 'word') put(frame, { kind: 'atom', value: token.value });
    else if (token.kind === 'other') throw broken();
  });
  const [term, ...more] = root.term.items;
  if (!term || more.length > 0 || frames.length > 1)
    throw new UnreadableFile('it does not hold one Elixir term: it may be cut off');
  return term;
};
