import { regexTree, type RegexNode } from './regex-tree.ts';

/** A part of an expression that is repeated without a bound, and texts around it. */
interface Repetition {
  /** A text that leads to it. */
  before: string;
  /** Texts of one pass. */
  passes: string[];
  /** A text with which the expression may match after it. */
  after: string;
}

const candidates = [
  ...'a0 -"\n.:/A_=,#<(\'\\\t@*éxzEZ;{}[]|~%&$!?+^`>)\u0000\u2028\u{1F600}',
  ...Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)),
];
const known = new Map<string, string[]>();

/** Returns two characters that an expression of one character matches. */
const charactersOf = (source: string, flags: string): string[] => {
  const own = flags.replaceAll(/[dgy]/g, '');
  const key = `${source} ${own}`;
  const found = known.get(key);
  if (found) return found;
  const one = new RegExp(`^(?:${source})$`, own);
  const fitting = [candidates.find((each) => one.test(each)), candidates.findLast((each) => one.test(each))];
  const made = fitting.filter((each) => each !== undefined);
  known.set(key, made);
  return made;
};

const longestList = 6;

/** Returns texts that a part matches, the shortest one of a repetition first. */
const textsOf = (node: RegexNode, flags: string): string[] => {
  if (node.kind === 'nothing') return [''];
  if (node.kind === 'character') return charactersOf(node.source, flags);
  if (node.kind === 'capture') return textsOf(node.body, flags);
  if (node.kind === 'choice') return node.options.flatMap((each) => textsOf(each, flags).slice(0, 2));
  if (node.kind === 'sequence')
    return node.items.reduce(
      (made, item) => {
        const own = textsOf(item, flags).slice(0, 3);
        return made.flatMap((text) => own.map((each) => text + each)).slice(0, longestList);
      },
      [''],
    );
  const { body, min } = node;
  const own = textsOf(body, flags);
  return [...(min === 0 ? [''] : []), ...own.map((text) => text.repeat(Math.max(1, min)))];
};

const shortest = (nodes: readonly RegexNode[], flags: string): string =>
  nodes.map((node) => textsOf(node, flags)[0] ?? '').join('');

/** Lists what an expression repeats more often than this. */
export const repetitionsOf = (pattern: RegExp, moreThan: number): Repetition[] => {
  const { flags } = pattern;
  const found: Repetition[] = [];
  const visit = (node: RegexNode, before: string, after: string): void => {
    if (node.kind === 'sequence')
      for (const [at, item] of node.items.entries())
        visit(
          item,
          before + shortest(node.items.slice(0, at), flags),
          shortest(node.items.slice(at + 1), flags) + after,
        );
    else if (node.kind === 'choice') for (const option of node.options) visit(option, before, after);
    else if (node.kind === 'capture') visit(node.body, before, after);
    else if (node.kind === 'repetition') {
      const passes = [...new Set(textsOf(node.body, flags))].filter((text) => text !== '');
      if (node.max > moreThan) found.push({ before, passes, after });
      visit(node.body, before, after);
    }
  };
  visit(regexTree(pattern), '', '');
  return found;
};

/** With the flags `u` and `v`, a class may match one or two units of a text, unless it lists only a few characters. */
const isOneUnit = ({ source }: { source: string }, { unicode, unicodeSets }: RegExp): boolean =>
  (!unicode && !unicodeSets) || /^(?:\[[\w.+-]+\]|\\[^pPuDSW]|[^.\\[])$/.test(source);

/** Returns whether V8 goes back over passes by their length, without an entry of its stack for each. */
const isPlain = (body: RegexNode, pattern: RegExp): boolean =>
  body.kind === 'character'
    ? isOneUnit(body, pattern)
    : body.kind === 'sequence' &&
      body.items.every((item) => item.kind === 'character' && isOneUnit(item, pattern));

/** Returns how many entries of V8's stack the passes of an expression may take at once; Infinity where nothing limits them. */
export const stackEntriesOf = (pattern: RegExp): number => {
  const entries = (node: RegexNode): number => {
    if (node.kind === 'sequence') return Math.max(1, ...node.items.map(entries));
    if (node.kind === 'choice') return Math.max(1, ...node.options.map(entries));
    if (node.kind === 'capture') return entries(node.body);
    if (node.kind !== 'repetition' || isPlain(node.body, pattern)) return 1;
    return Math.max(1, node.max) * entries(node.body);
  };
  return entries(regexTree(pattern));
};
