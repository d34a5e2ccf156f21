import type { EncodedText } from './encoded/encoded-text.ts';
import { createKeywordAutomaton } from './keyword-automaton.ts';
import type { Rule, RuleKind } from './rule.ts';
import { entropyOf } from './text-randomness.ts';

/** The position of a secret in a text. */
export interface Leak {
  rule: Rule;
  start: number;
  end: number;
  /** The encoding of the text that holds the secret; absent in plain text. */
  encoding?: EncodedText['encoding'];
}

interface LeakScan {
  /** Sorted by position, without overlaps. */
  leaks: Leak[];
  /** The offset behind each `scangate:allow`. */
  allowComments: number[];
}

interface LeakSearch {
  path: string;
  bytes: Buffer;
  kinds: ReadonlySet<RuleKind>;
}

export type FindLeaks = (search: LeakSearch) => LeakScan;

const allowKeyword = 'scangate:allow';

interface Match extends Leak {
  rejected: boolean;
}

const wordCharacter = /[A-Za-z0-9_]/;
/** Matches an escape that ends in a letter or digit and is not part of the next word: `\n`, `%3D`, `\u0026`, `\x3d`. */
const escapeEnd = /(?:\\[abefnrtv0]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2})$/;

const beginsInsideWord = (text: string, start: number): boolean =>
  start > 0 &&
  wordCharacter.test(text.charAt(start - 1)) &&
  !escapeEnd.test(text.slice(Math.max(0, start - 6), start));

/** Returns whether a keyword is only a piece of another word in a name: `okta` in `rookTable`. */
const beginsInsideName = (text: string, start: number): boolean => {
  const pair = text.slice(Math.max(0, start - 1), start + 1);
  return /^(?:[a-z]{2}|[A-Z]{2}|[A-Z][a-z])$/.test(pair);
};

interface Place {
  path: string;
  text: string;
  keywordStart: number;
  keywordEnd: number;
}

const startOf = (rule: Rule, { text, keywordStart, keywordEnd }: Place): number => {
  const { anchor, extendBack } = rule;
  let start = anchor === 'keyword' ? keywordStart : keywordEnd;
  if (extendBack === undefined) return start;
  const least = Math.max(0, start - extendBack.max);
  while (start > least && extendBack.over.test(text.charAt(start - 1))) start -= 1;
  return start;
};

const isRandom = ({ minEntropy, isSample }: Rule, secret: string): boolean =>
  (minEntropy === undefined || entropyOf(secret) >= minEntropy) && isSample?.(secret) !== true;

const matchAt = (rule: Rule, place: Place): Match | undefined => {
  const { text, path, keywordStart } = place;
  const at = startOf(rule, place);
  if (rule.boundary === 'word' && beginsInsideWord(text, at)) return undefined;
  if (rule.boundary === 'name' && beginsInsideName(text, keywordStart)) return undefined;
  rule.pattern.lastIndex = at;
  const found = rule.pattern.exec(text);
  if (found === null) return undefined;
  const [from, to] = found.indices?.groups?.['secret'] ?? [at, at + found[0].length];
  const span = rule.refine ? rule.refine({ text, path }, from, to) : { start: from, end: to };
  if (span === undefined) return undefined;
  const groups = found.groups ?? Object.create(null);
  const secret = text.slice(span.start, span.end);
  const rejected =
    rule.check?.(secret, { text, path, keywordStart, groups, ...span }) === false || !isRandom(rule, secret);
  return rejected && !rule.authoritative ? undefined : { rule, ...span, rejected };
};

const kindRank: Record<RuleKind, number> = { provider: 4, structured: 3, generic: 1 };
/** The form of one issuer outranks the issuer's name beside a value; a rejected match only outranks generic rules. */
const rankOf = ({ rule, rejected }: Match): number => {
  if (rejected) return 2;
  return rule.authoritative && rule.kind === 'provider' ? 5 : kindRank[rule.kind];
};

const outranks = (a: Match, b: Match): boolean =>
  rankOf(a) > rankOf(b) || (rankOf(a) === rankOf(b) && a.end - a.start > b.end - b.start);

/** Keeps the most specific of overlapping matches. */
const mostSpecific = (matches: Match[]): Leak[] => {
  const kept: Match[] = [];
  for (const match of matches.sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = kept.at(-1);
    if (last === undefined || match.start >= last.end) kept.push(match);
    else if (outranks(match, last)) kept[kept.length - 1] = match;
  }
  return kept.filter((match) => !match.rejected).map(({ rule, start, end }) => ({ rule, start, end }));
};

/** Tries the rules of special files at the beginning of each line. */
const matchLines = (rules: readonly Rule[], { path, text }: Pick<Place, 'path' | 'text'>): Match[] => {
  const found: Match[] = [];
  let at = 0;
  for (;;) {
    for (const rule of rules) {
      const match = matchAt(rule, { path, text, keywordStart: at, keywordEnd: at });
      if (match) found.push(match);
    }
    const feed = text.indexOf('\n', at);
    if (feed === -1) return found;
    at = feed + 1;
  }
};

interface Trial {
  rule: Rule;
  keywordLength: number;
}

/** Builds one automaton over the keywords of all rules; each keyword leads to its rules. */
export const createLeakFinder = (rules: readonly Rule[]): FindLeaks => {
  const trials = new Map<string, Trial[]>([[allowKeyword, []]]);
  for (const rule of rules) {
    for (const keyword of rule.keywords) {
      const known = trials.get(keyword) ?? [];
      trials.set(keyword, [...known, { rule, keywordLength: keyword.length }]);
    }
  }
  const byLine = rules.filter((rule) => rule.keywords.length === 0);
  const byKeyword = [...trials.values()];
  const automaton = createKeywordAutomaton([...trials.keys()]);

  return ({ path, bytes, kinds }) => {
    const matches: Match[] = [];
    const allowComments: number[] = [];
    let text: string | undefined;

    const onHit = (keyword: number, end: number): void => {
      text ??= bytes.toString('latin1');
      if (keyword === 0) allowComments.push(end);
      for (const { rule, keywordLength } of byKeyword[keyword]!) {
        if (!kinds.has(rule.kind) || rule.files?.(path) === false) continue;
        const match = matchAt(rule, { path, text, keywordStart: end - keywordLength, keywordEnd: end });
        if (match) matches.push(match);
      }
    };
    automaton.scan(bytes, onHit);
    const linewise = byLine.filter((rule) => kinds.has(rule.kind) && rule.files?.(path));
    if (linewise.length > 0) {
      text ??= bytes.toString('latin1');
      for (const match of matchLines(linewise, { path, text })) matches.push(match);
    }
    return { leaks: mostSpecific(matches), allowComments };
  };
};
