import type { Ecosystem } from '../model/component.ts';
import { versionOrder } from '../versions/ecosystem-orders.ts';
import { compileRange, rangeContains, type RangeEvent } from './affected-ranges.ts';

/** A record's list of all published affected versions of a package, with the ranges that it covers. */
export interface Enumeration {
  ranges: readonly (readonly RangeEvent[])[];
  versions: readonly string[];
}

export interface EnumeratedPackage {
  ecosystem: Ecosystem;
  name: string;
  enumeration: Enumeration;
}

/** The list of one record, of which the last version is enough: the versions themselves are kept per package. */
interface Listed {
  ranges: readonly (readonly RangeEvent[])[];
  last: string;
}

/** The published version that replaces an unpublished one; without `next`, none is known. */
export interface Replacement {
  next?: string;
}

/**
 * The versions of an ecosystem's packages that records enumerate. A version in a range was never published when the
 * range's list omits it but has later versions.
 */
export class PublishedVersions {
  readonly #ecosystem: Ecosystem;
  /** Many records of a package name the same fix. */
  readonly #found = new Map<string, Replacement | undefined>();
  readonly #byPackage = new Map<string, { versions: Set<string>; lists: Listed[] }>();

  constructor(ecosystem: Ecosystem) {
    this.#ecosystem = ecosystem;
  }

  add(name: string, { ranges, versions }: Enumeration): void {
    const order = versionOrder(this.#ecosystem);
    if (!order) return;
    const known = this.#byPackage.get(name) ?? { versions: new Set(), lists: [] };
    this.#byPackage.set(name, known);
    const ordered = versions.filter((version) => order.parse(version) !== undefined);
    for (const version of ordered) known.versions.add(version);
    const last = ordered.toSorted((a, b) => order.compare(order.parse(a), order.parse(b))).at(-1);
    if (last !== undefined && ranges.length > 0) known.lists.push({ ranges, last });
  }

  /** Returns the replacement of a version that was never published; undefined for one that may exist. */
  replacementOf(name: string, version: string): Replacement | undefined {
    const key = `${name}\n${version}`;
    if (!this.#found.has(key)) this.#found.set(key, this.#find(name, version));
    return this.#found.get(key);
  }

  #find(name: string, version: string): Replacement | undefined {
    const known = this.#byPackage.get(name);
    const order = versionOrder(this.#ecosystem);
    const parsed = order?.parse(version);
    if (!known || !order || parsed === undefined) return undefined;
    const isLeftOut = known.lists.some(
      ({ ranges, last }) =>
        order.compare(order.parse(last), parsed) > 0 &&
        ranges.some((events) =>
          compileRange(events, order)?.some((range) => rangeContains(range, parsed, order)),
        ),
    );
    if (!isLeftOut) return undefined;
    let next: { text: string; parsed: unknown } | undefined;
    for (const text of known.versions) {
      const other = order.parse(text);
      const distance = order.compare(other, parsed);
      if (distance === 0) return undefined;
      if (distance > 0 && (!next || order.compare(other, next.parsed) < 0)) next = { text, parsed: other };
    }
    return next ? { next: next.text } : {};
  }
}

/** The published versions of several ecosystems, as the records of a source enumerate them. */
export class PublishedByEcosystem {
  readonly #known = new Map<Ecosystem, PublishedVersions>();

  add({ ecosystem, name, enumeration }: EnumeratedPackage): void {
    const known = this.#known.get(ecosystem) ?? new PublishedVersions(ecosystem);
    this.#known.set(ecosystem, known);
    known.add(name, enumeration);
  }

  /** Returns undefined for an ecosystem whose records enumerate nothing. */
  of(ecosystem: Ecosystem): PublishedVersions | undefined {
    return this.#known.get(ecosystem);
  }
}
