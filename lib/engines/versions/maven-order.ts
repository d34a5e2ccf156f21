import { compareText } from '../model/compare-text.ts';
import type { VersionOrder } from './version-order.ts';

/** A number without leading zeros, a qualifier, a qualifier with its number, or the items after a hyphen. */
type Item =
  | { kind: 'number'; digits: string }
  | { kind: 'text'; rank: string }
  | { kind: 'pair'; rank: string; digits: string }
  | { kind: 'list'; items: Item[] };

type ItemList = Extract<Item, { kind: 'list' }>;

const qualifiers = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp'];
const releaseRank = '5';
const aliases = new Map([
  ['cr', 'rc'],
  ['ga', ''],
  ['final', ''],
  ['release', ''],
]);
/** Abbreviated qualifiers: `1a2` is `1-alpha-2`, but only if a number follows. */
const initials = new Map([
  ['a', 'alpha'],
  ['b', 'beta'],
  ['m', 'milestone'],
]);

/** Returns a text that orders known qualifiers by position and unknown ones after them alphabetically. */
const rankOf = (qualifier: string): string => {
  const at = qualifiers.indexOf(aliases.get(qualifier) ?? qualifier);
  return at === -1 ? `${qualifiers.length}-${qualifier}` : String(at);
};

const numberOf = (digits: string): string => {
  let at = 0;
  while (at < digits.length - 1 && digits[at] === '0') at += 1;
  return digits.slice(at);
};

const compareNumbers = (a: string, b: string): number => a.length - b.length || compareText(a, b);

const isDigitAt = (text: string, at: number): boolean => text[at] !== undefined && /^[0-9]$/.test(text[at]);

const itemOf = (text: string, isPair: boolean, isNumber: boolean): Item => {
  if (isPair) {
    const joined = text.replaceAll('-', '');
    const first = joined.search(/[0-9]/);
    const qualifier = joined.slice(0, first);
    const rank = rankOf(initials.get(qualifier) ?? qualifier);
    return { kind: 'pair', rank, digits: numberOf(joined.slice(first)) };
  }
  return isNumber ? { kind: 'number', digits: numberOf(text) } : { kind: 'text', rank: rankOf(text) };
};

/** True for zero and the empty list. `ga` equals the empty qualifier but is not removed. */
const isNothing = (item: Item): boolean =>
  item.kind === 'number' ? item.digits === '0' : item.kind === 'list' && item.items.length === 0;

/** Removes zeros at the end and before a qualifier: `1.0.0` is `1`, `1.0-rc` is `1-rc`. */
const normalize = ({ items }: ItemList): void => {
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at];
    const next = items[at + 1];
    if (!item || !isNothing(item)) continue;
    const inner = next?.kind === 'list' ? next.items[0]?.kind : next?.kind;
    const beforeQualifier = inner === 'text' || (next?.kind === 'list' && inner === 'pair');
    if (!next || beforeQualifier) items.splice(at, 1);
  }
};

/** Splits at dots, hyphens and transitions between digits and letters, like ComparableVersion of Maven 4. */
class Splitter {
  readonly #lists: ItemList[] = [{ kind: 'list', items: [] }];
  readonly #text: string;
  #isNumber = false;
  #isPair = false;
  #start = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get #list(): ItemList {
    return this.#lists.at(-1) as ItemList;
  }

  #descend(): void {
    const inner: ItemList = { kind: 'list', items: [] };
    this.#list.items.push(inner);
    this.#lists.push(inner);
  }

  #add(end: number): void {
    const part = this.#text.slice(this.#start, end);
    const item: Item =
      part === '' ? { kind: 'number', digits: '0' } : itemOf(part, this.#isPair, this.#isNumber);
    this.#list.items.push(item);
  }

  #separate(at: number, isHyphen: boolean): void {
    const joins = isHyphen && at > this.#start && !this.#isNumber && isDigitAt(this.#text, at + 1);
    if (joins) {
      this.#isPair = true;
      return;
    }
    this.#add(at);
    this.#start = at + 1;
    this.#isPair = false;
    if (isHyphen) this.#descend();
  }

  #digit(at: number): void {
    if (!this.#isNumber && at > this.#start) {
      this.#isPair = true;
      if (this.#list.items.length > 0) this.#descend();
    }
    this.#isNumber = true;
  }

  #letter(at: number): void {
    if (this.#isNumber && at > this.#start) {
      this.#add(at);
      this.#start = at;
      this.#descend();
      this.#isPair = false;
    }
    this.#isNumber = false;
  }

  split(): ItemList {
    for (let at = 0; at < this.#text.length; at += 1) {
      const character = this.#text[at];
      if (character === '.' || character === '-') this.#separate(at, character === '-');
      else if (isDigitAt(this.#text, at)) this.#digit(at);
      else this.#letter(at);
    }
    if (this.#text.length > this.#start) {
      if (!this.#isNumber && this.#list.items.length > 0) this.#descend();
      this.#add(this.#text.length);
    }
    for (const list of this.#lists.toReversed()) normalize(list);
    return this.#lists[0] as ItemList;
  }
}

/** Compares an item with the end of the other version, which counts as a release. */
const againstNothing = (item: Item): number => {
  if (item.kind === 'number') return item.digits === '0' ? 0 : 1;
  if (item.kind !== 'list') return compareText(item.rank, releaseRank);
  for (const each of item.items) {
    const result = againstNothing(each);
    if (result !== 0) return result;
  }
  return 0;
};

/** Order of items of different kinds: `1-rc < 1-1 < 1.1`. */
const kindOrder: Record<Item['kind'], number> = { text: 0, pair: 0, list: 1, number: 2 };

const compareItems = (a: Item, b: Item): number => {
  if (a.kind === 'list' && b.kind === 'list') return compareLists(a, b);
  if (a.kind === 'number' && b.kind === 'number') return compareNumbers(a.digits, b.digits);
  if (a.kind === 'list' || b.kind === 'list' || a.kind === 'number' || b.kind === 'number')
    return kindOrder[a.kind] - kindOrder[b.kind];
  const byRank = compareText(a.rank, b.rank);
  if (byRank !== 0) return byRank;
  if (a.kind === 'pair' && b.kind === 'pair') return compareNumbers(a.digits, b.digits);
  return Number(a.kind === 'pair') - Number(b.kind === 'pair');
};

const compareLists = ({ items: left }: ItemList, { items: right }: ItemList): number => {
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const [a, b] = [left[at], right[at]];
    let result = 0;
    if (a && b) result = compareItems(a, b);
    else if (a) result = againstNothing(a);
    else if (b) result = -againstNothing(b);
    if (result !== 0) return result;
  }
  return 0;
};

/** Rejects ranges, properties and sentences; Maven accepts nearly everything else as a version. */
const form = /^[0-9A-Za-z][^\s[\](),:;${}<>"'\\/|]*$/;

/**
 * Orders Maven versions like ComparableVersion since Maven 4 ("Version Order Specification" of the POM
 * reference).
 */
export const mavenOrder: VersionOrder<ItemList> = {
  parse: (version) => (form.test(version) ? new Splitter(version.toLowerCase()).split() : undefined),
  compare: compareLists,
};
