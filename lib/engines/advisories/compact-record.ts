import type { Ecosystem } from '../model/component.ts';
import { informationalKinds, type Informational } from '../model/advisory.ts';
import type { Severity } from '../model/severity.ts';
import { compileRange, rangeContains } from './affected-ranges.ts';
import { affectedPackages, isObject, UnreadableRecord, type AffectedPackage } from './osv-record.ts';
import { packageName } from './package-name.ts';
import type { EnumeratedPackage } from './published-versions.ts';
import { higherRating, rateSeverity, type RatedSeverity } from './record-severity.ts';
import { versionOrder } from '../versions/ecosystem-orders.ts';

/** The rating of the newest CVSS version, where it differs. */
type StoredNewest = [severity: Severity, version: number];

/**
 * A package in a shard: name, ranges of events (`i1.0`, `f1.2`), versions, and its own severity if it differs
 * from the record's.
 */
export type ShardPackage = [
  name: string,
  ranges: string[][],
  versions: string[],
  severity?: Severity,
  cvss?: [vector: string, score: number] | 0,
  newest?: StoredNewest,
];

/** A record in a shard. `modified` is in seconds since 1970; an empty url is derived from the id. */
export type ShardRecord = [
  id: string,
  modified: number,
  aliases: string[],
  summary: string,
  severity: Severity,
  cvss: [vector: string, score: number] | 0,
  url: string,
  packages: ShardPackage[],
  informational?: Informational | 0,
  /** Seconds since 1970; 0 where it is not stated. */
  published?: number,
  newest?: StoredNewest | null,
  /** Unpublished fixes, with the next published version where one is known. */
  unpublished?: UnpublishedFix[],
  /** The vulnerabilities that a distribution's notice is about, where there are several. */
  upstream?: string[],
  /** The affected symbols by package, where the record names them. */
  symbols?: [name: string, symbols: string[]][],
];

export type UnpublishedFix = [name: string, fixed: string, next: string | 0];

/** The severity that a record states, which applies to records of the same vulnerability without one. */
export interface StatedRating extends RatedSeverity {
  /** The record's id and aliases. */
  ids: string[];
}

export type CompactedRecord =
  | {
      kind: 'advisory';
      id: string;
      modified: number;
      shards: Map<Ecosystem, ShardRecord>;
      /** The published versions that the record states for its packages. */
      enumerations: EnumeratedPackage[];
      rating?: StatedRating;
    }
  | { kind: 'withdrawn'; id: string; modified: number }
  /**
   * Readable, but in no ecosystem or version scheme that is matched. `commitsOnly`: it identifies a matched package
   * by commits alone, which lockfiles do not have.
   */
  | { kind: 'irrelevant'; id: string; modified: number; commitsOnly?: true; rating?: StatedRating }
  | { kind: 'bad'; id?: string; reason: string };

const idForm = /^[\w.:~+-]{1,128}$/;
const urlForm = /^https?:\/\/[^\s"<>\\]{1,400}$/;
const urlTypes = ['ADVISORY', 'WEB', 'REPORT', 'ARTICLE'];
const limits = { aliases: 100, references: 500, summary: 200 };

const idsIn = (listed: unknown, id: string): string[] => {
  const ids = (Array.isArray(listed) ? listed.slice(0, limits.aliases) : []).filter(
    (other): other is string => typeof other === 'string' && idForm.test(other),
  );
  return [...new Set(ids)].filter((other) => other !== id).sort();
};

/**
 * Lists the other ids of a vulnerability. A distribution's record of one CVE names it as `upstream`; a notice about
 * several vulnerabilities is not an alias of any of them.
 */
const aliasesOf = (
  record: Record<string, unknown>,
  id: string,
): { aliases: string[]; upstream: string[] } => {
  const [aliases, upstream] = [idsIn(record.aliases, id), idsIn(record.upstream, id)];
  return upstream.length === 1
    ? { aliases: [...new Set([...aliases, ...upstream])].sort(), upstream: [] }
    : { aliases, upstream };
};

/** Returns the summary in one line; without a summary, the first line of the details. */
const summaryOf = (record: Record<string, unknown>): string => {
  const text = [record.summary, record.details].find((t) => typeof t === 'string' && t.trim() !== '');
  const [line = ''] = typeof text === 'string' ? text.trim().slice(0, 4000).split('\n', 1) : [];
  const clean = line.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim();
  return clean.length > limits.summary ? `${clean.slice(0, limits.summary - 1)}…` : clean;
};

const urlOf = (record: Record<string, unknown>): string => {
  const listed = Array.isArray(record.references) ? record.references.slice(0, limits.references) : [];
  const usable = listed.filter(
    (r): r is { type: string; url: string } =>
      isObject(r) && typeof r.type === 'string' && typeof r.url === 'string' && urlForm.test(r.url),
  );
  for (const type of urlTypes) {
    const found = usable.find((reference) => reference.type === type);
    if (found) return found.url;
  }
  return '';
};

/** Some databases write the year 1 for "never modified". */
const secondsOf = (record: Record<string, unknown>): number => {
  for (const instant of [record.modified, record.published]) {
    const milliseconds = typeof instant === 'string' ? Date.parse(instant) : Number.NaN;
    if (milliseconds > 0) return Math.floor(milliseconds / 1000);
  }
  return 0;
};

const publishedOf = ({ published }: Record<string, unknown>): number => {
  const milliseconds = typeof published === 'string' ? Date.parse(published) : Number.NaN;
  return milliseconds > 0 ? Math.floor(milliseconds / 1000) : 0;
};

const storedCvss = ({ cvss }: RatedSeverity): [string, number] | 0 => (cvss ? [cvss.vector, cvss.score] : 0);

/** Drops versions that a range already covers, which halves a shard. */
const versionsBeyond = (ecosystem: Ecosystem, entries: AffectedPackage[]): string[] => {
  const versions = [...new Set(entries.flatMap((entry) => entry.versions))].sort();
  const order = versionOrder(ecosystem);
  if (!order) return versions;
  const ranges = entries.flatMap((e) => e.ranges).flatMap((events) => compileRange(events, order) ?? []);
  return versions.filter((version) => {
    const parsed = order.parse(version);
    return parsed === undefined || !ranges.some((range) => rangeContains(range, parsed, order));
  });
};

const sameRating = (a: RatedSeverity, b: RatedSeverity): boolean =>
  a.severity === b.severity &&
  a.cvss?.vector === b.cvss?.vector &&
  a.newest?.severity === b.newest?.severity &&
  a.newest?.version === b.newest?.version;

const storedNewest = ({ newest }: RatedSeverity): [] | [StoredNewest] =>
  newest ? [[newest.severity, newest.version]] : [];

interface Ratings {
  /** The rating of the record. */
  ofRecord: RatedSeverity;
  /** Returns the rating of an `affected` entry. */
  rate: (entry: AffectedPackage) => RatedSeverity;
}

const shardPackage = (
  [first, ...others]: readonly [AffectedPackage, ...AffectedPackage[]],
  { ofRecord, rate }: Ratings,
): ShardPackage => {
  const { ecosystem } = first;
  const name = packageName(ecosystem, first.name);
  const entries = [first, ...others];
  const ranges = entries.flatMap((entry) => entry.ranges.map((events) => events.map((e) => e.join(''))));
  const versions = versionsBeyond(ecosystem, entries);
  const rated = entries.map(rate).reduce(higherRating);
  if (sameRating(rated, ofRecord)) return [name, ranges, versions];
  return rated.cvss
    ? [name, ranges, versions, rated.severity, [rated.cvss.vector, rated.cvss.score], ...storedNewest(rated)]
    : [name, ranges, versions, rated.severity];
};

const withUpstream = (shard: ShardRecord, upstream: string[]): void => {
  shard[8] ??= 0;
  shard[9] ??= 0;
  shard[10] ??= null;
  shard[11] = [];
  shard[12] = upstream;
};

/** Adds the symbols of a package, if every entry names some. */
const addSymbols = (shard: ShardRecord, entries: readonly AffectedPackage[]): void => {
  const [first] = entries;
  if (!first || entries.some(({ symbols }) => symbols.length === 0)) return;
  if (shard.length < 13) withUpstream(shard, []);
  const symbols = [...new Set(entries.flatMap((entry) => entry.symbols))].sort();
  (shard[13] ??= []).push([packageName(first.ecosystem, first.name), symbols]);
};

/** A malicious package is critical, whatever its score. */
const isMalicious = (id: string, aliases: readonly string[]): boolean =>
  [id, ...aliases].some((each) => each.startsWith('MAL-'));

const ratingsOf = (record: Record<string, unknown>, malicious: boolean): Ratings => {
  const word = isObject(record.database_specific) ? record.database_specific.severity : undefined;
  const rated = rateSeverity(record.severity, word);
  const ofRecord: RatedSeverity = malicious ? { ...rated, severity: 'critical' } : rated;
  const rate = (entry: AffectedPackage): RatedSeverity => {
    const own = rateSeverity(entry.severity, entry.severityWord);
    return malicious ? ofRecord : higherRating(ofRecord, own);
  };
  return { ofRecord, rate };
};

/** Returns the kind of a notice that is not a vulnerability; a record with any other part is an advisory. */
const informationalOf = (affected: readonly AffectedPackage[]): Informational | undefined => {
  const stated = affected.map(({ informational: kind }) => informationalKinds.find((each) => each === kind));
  return stated.includes(undefined) ? undefined : stated.toSorted().at(-1);
};

const enumerationsIn = (affected: readonly AffectedPackage[]): EnumeratedPackage[] =>
  affected.flatMap(({ ecosystem, name, ...enumeration }) =>
    enumeration.versions.length === 0 ? [] : [{ ecosystem, name: packageName(ecosystem, name), enumeration }],
  );

const compact = (record: Record<string, unknown>, id: string): CompactedRecord => {
  const modified = secondsOf(record);
  if (typeof record.withdrawn === 'string' && record.withdrawn !== '') {
    return { kind: 'withdrawn', id, modified };
  }
  const affected = affectedPackages(record);
  const byPackage = Map.groupBy(
    affected.filter(({ ranges, versions }) => ranges.length + versions.length > 0),
    ({ ecosystem, name }) => `${ecosystem} ${packageName(ecosystem, name)}`,
  );
  const { aliases, upstream } = aliasesOf(record, id);
  const malicious = isMalicious(id, aliases);
  const ratings = ratingsOf(record, malicious);
  const known = !malicious && ratings.ofRecord.severity !== 'unknown';
  const rating = known && { rating: { ids: [id, ...aliases], ...ratings.ofRecord } };
  if (byPackage.size === 0)
    return { kind: 'irrelevant', id, modified, ...rating, ...(affected.length > 0 && { commitsOnly: true }) };
  const informational = informationalOf(affected);
  const shards = new Map<Ecosystem, ShardRecord>();
  for (const [first, ...others] of byPackage.values()) {
    if (!first) continue;
    const { ecosystem } = first;
    let shard = shards.get(ecosystem);
    if (!shard) {
      const { ofRecord } = ratings;
      const rated = [ofRecord.severity, storedCvss(ofRecord)] as const;
      shard = [id, modified, aliases, summaryOf(record), ...rated, urlOf(record), []];
      const more = [publishedOf(record), ...storedNewest(ofRecord)] as const;
      if (informational || more[0] > 0 || more.length > 1) shard.push(informational ?? 0, ...more);
      if (upstream.length > 0) withUpstream(shard, upstream);
      shards.set(ecosystem, shard);
    }
    shard[7].push(shardPackage([first, ...others], ratings));
    addSymbols(shard, [first, ...others]);
  }
  return { kind: 'advisory', id, modified, shards, enumerations: enumerationsIn(affected), ...rating };
};

/**
 * Compacts an OSV record (schema 1.0 to 1.7) to one part per ecosystem. Never throws: an unreadable record is
 * `bad` with a reason that names the place.
 */
export const compactRecord = (record: unknown): CompactedRecord => {
  if (!isObject(record)) return { kind: 'bad', reason: 'the record is not an object' };
  const { id } = record;
  if (typeof id !== 'string' || !idForm.test(id))
    return { kind: 'bad', reason: 'the record has no usable id' };
  try {
    return compact(record, id);
  } catch (error) {
    if (error instanceof UnreadableRecord) return { kind: 'bad', id, reason: error.message };
    throw error;
  }
};

/** Returns the severity that a stored record states; nothing for a malicious package, which no score describes. */
export const statedRating = ([id, , aliases, , severity, cvss]: ShardRecord): StatedRating | undefined =>
  severity === 'unknown' || isMalicious(id, aliases)
    ? undefined
    : { ids: [id, ...aliases], severity, ...(cvss && { cvss: { vector: cvss[0], score: cvss[1] } }) };
