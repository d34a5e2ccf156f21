import { compareText } from '../model/compare-text.ts';
import type { VersionOrder } from './version-order.ts';

/** A number without leading zeros, a qualifier, or the items after a hyphen or a transition. */
type Item =
  | { kind: 'number'; digits: string }
  | { kind: 'text'; rank: string }
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

/** Returns a string that sorts known qualifiers by position, and unknown ones after them alphabetically. */
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

/** True for zero, a release qualifier and the empty list: at the end of a list they mean nothing. */
const isNothing = (item: Item): boolean => {
  if (item.kind === 'number') return item.digits === '0';
  return item.kind === 'text' ? item.rank === releaseRank : item.items.length === 0;
};

/** Removes items that mean nothing at the end and before lists: `1.0.0` is `1`, `1.0-rc` is `1-rc`. */
const normalize = ({ items }: ItemList): void => {
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at];
    if (item && isNothing(item)) items.splice(at, 1);
    else if (item?.kind !== 'list') return;
  }
};

/** Splits at dots, hyphens and transitions between digits and letters, like ComparableVersion of Maven 3.8. */
class Splitter {
  readonly #lists: ItemList[] = [{ kind: 'list', items: [] }];
  readonly #text: string;
  #isNumber = false;
  #start = 0;

  constructor(text: string) {
    this.#text = text;
  }

  #descend(): void {
    const inner: ItemList = { kind: 'list', items: [] };
    this.#lists.at(-1)?.items.push(inner);
    this.#lists.push(inner);
  }

  /** Treats `.X1` like `-X1`. */
  #separateQualifier(): void {
    if ((this.#lists.at(-1)?.items.length ?? 0) > 0) this.#descend();
  }

  #add(end: number, beforeDigit = false): void {
    const part = this.#text.slice(this.#start, end);
    const isNumber = part === '' || this.#isNumber;
    const item: Item = isNumber
      ? { kind: 'number', digits: numberOf(part === '' ? '0' : part) }
      : { kind: 'text', rank: rankOf((beforeDigit && initials.get(part)) || part) };
    this.#lists.at(-1)?.items.push(item);
  }

  #separate(at: number, isHyphen: boolean): void {
    this.#add(at);
    this.#start = at + 1;
    if (isHyphen) this.#descend();
  }

  #transition(at: number, toNumber: boolean): void {
    if (this.#isNumber !== toNumber && at > this.#start) {
      if (toNumber) this.#separateQualifier();
      this.#add(at, toNumber);
      this.#start = at;
      this.#descend();
    }
    this.#isNumber = toNumber;
  }

  split(): ItemList {
    for (let at = 0; at < this.#text.length; at += 1) {
      const character = this.#text[at];
      if (character === '.' || character === '-') this.#separate(at, character === '-');
      else this.#transition(at, isDigitAt(this.#text, at));
    }
    if (this.#text.length > this.#start) {
      if (!this.#isNumber) this.#separateQualifier();
      this.#add(this.#text.length);
    }
    for (const list of this.#lists.toReversed()) normalize(list);
    return this.#lists[0] as ItemList;
  }
}

/** Compares an item with the end of the other version, which counts as a release. */
const againstNothing = (item: Item): number => {
  if (item.kind === 'number') return item.digits === '0' ? 0 : 1;
  if (item.kind === 'text') return compareText(item.rank, releaseRank);
  for (const each of item.items) {
    const result = againstNothing(each);
    if (result !== 0) return result;
  }
  return 0;
};

/** Order of items of different kinds: `1-rc < 1-1 < 1.1`. */
const kindOrder: Record<Item['kind'], number> = { text: 0, list: 1, number: 2 };

const compareItems = (a: Item, b: Item): number => {
  if (a.kind === 'list' && b.kind === 'list') return compareLists(a, b);
  if (a.kind === 'number' && b.kind === 'number') return compareNumbers(a.digits, b.digits);
  if (a.kind === 'text' && b.kind === 'text') return compareText(a.rank, b.rank);
  return kindOrder[a.kind] - kindOrder[b.kind];
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

/** Orders Maven versions like ComparableVersion of Maven 3.8, whose order the public advisories follow. */
export const mavenOrder: VersionOrder<ItemList> = {
  parse: (version) => (form.test(version) ? new Splitter(version.toLowerCase()).split() : undefined),
  compare: compareLists,
};
