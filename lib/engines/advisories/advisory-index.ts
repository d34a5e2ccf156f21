import type { Ecosystem } from '../model/component.ts';
import type { Advisory, AdvisoryIndex, VersionRange } from '../model/advisory.ts';
import { compileRange, type RangeEvent } from './affected-ranges.ts';
import { canaryRecord } from './canary-advisory.ts';
import type { ShardPackage, ShardRecord } from './compact-record.ts';
import { packageName } from './package-name.ts';
import type { Shard } from './snapshot.ts';
import { versionOrder } from '../versions/ecosystem-orders.ts';
import type { VersionOrder } from '../versions/version-order.ts';

/** Advisories of one ecosystem by package name. */
export type ShardIndex = (name: string) => readonly Advisory[];

const none: readonly Advisory[] = [];

const eventOf = (text: string): RangeEvent => [text[0] as RangeEvent[0], text.slice(1)];

const compile = (ranges: string[][], order: VersionOrder | undefined): VersionRange[] | undefined => {
  if (!order) return ranges.length === 0 ? [] : undefined;
  const compiled = ranges.map((events) => compileRange(events.map(eventOf), order));
  return compiled.includes(undefined) ? undefined : compiled.flatMap((range) => range ?? []);
};

/** Compiles the ranges that can be ordered. With an unordered one a miss proves nothing. */
const rangesOf = (ranges: string[][], order: VersionOrder | undefined) => {
  const all = compile(ranges, order);
  if (all) return { ranges: all };
  return { ranges: ranges.flatMap((range) => compile([range], order) ?? []), unordered: true };
};

const advisoryOf = (ecosystem: Ecosystem, record: ShardRecord, affected: ShardPackage): Advisory => {
  const [id, , aliases, summary, ofRecord, cvssOfRecord, url, , informational, published, newestOfRecord] =
    record;
  const unpublished = new Map(
    (record[11] ?? []).flatMap(([name, fixed, next]) => (name === affected[0] ? [[fixed, next]] : [])),
  );
  const symbols = record[13]?.find(([name]) => name === affected[0])?.[1];
  const [, ranges, versions, own, ownCvss, ownNewest] = affected;
  const cvss = own === undefined ? cvssOfRecord : ownCvss;
  const severity = own ?? ofRecord;
  const newest = own === undefined ? newestOfRecord : ownNewest;
  return {
    id,
    aliases,
    summary,
    // A notice without a score has its own class and no unknown severity.
    severity: informational && severity === 'unknown' ? 'low' : severity,
    ...(cvss && { cvss: { vector: cvss[0], score: cvss[1] } }),
    ...(newest && { newest: { severity: newest[0], version: newest[1] } }),
    ...(published && { published: new Date(published * 1000).toISOString() }),
    malicious: [id, ...aliases].some((each) => each.startsWith('MAL-')),
    ...(informational && { informational }),
    url: url || `https://osv.dev/vulnerability/${encodeURIComponent(id)}`,
    ...rangesOf(ranges, versionOrder(ecosystem)),
    versions,
    ...(unpublished.size > 0 && { unpublished }),
    ...(symbols && { symbols }),
  };
};

/**
 * Indexes the packages of a shard by name in constant time. Advisories are built on first use, because a scan
 * needs few of them.
 */
export const indexShard = ({ ecosystem, records }: Shard): ShardIndex => {
  const stored = new Map<string, [ShardRecord, ShardPackage][]>();
  for (const record of [...records, canaryRecord(ecosystem)]) {
    for (const affected of record[7]) {
      const known = stored.get(affected[0]);
      if (known) known.push([record, affected]);
      else stored.set(affected[0], [[record, affected]]);
    }
  }
  const built = new Map<string, readonly Advisory[]>();
  return (name) => {
    const found = stored.get(name);
    if (!found) return none;
    let advisories = built.get(name);
    if (!advisories) {
      advisories = found.map(([record, affected]) => advisoryOf(ecosystem, record, affected));
      built.set(name, advisories);
    }
    return advisories;
  };
};

/** Combines loaded shards to the index that the engines use. */
export const advisoryIndex = (
  snapshot: Pick<AdvisoryIndex, 'snapshotId' | 'builtAt' | 'signals'>,
  shards: ReadonlyMap<Ecosystem, ShardIndex>,
): AdvisoryIndex => ({
  ...snapshot,
  ecosystems: [...shards.keys()].sort(),
  lookup: (ecosystem, name) => shards.get(ecosystem)?.(packageName(ecosystem, name)) ?? none,
});

/** The index before any import. */
export const emptyAdvisoryIndex: AdvisoryIndex = advisoryIndex({ snapshotId: 'none' }, new Map());
