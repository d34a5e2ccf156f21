import type { Component, Ecosystem, Inventory } from '@scangate/engines/model/component';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import type { UnitInput } from '@scangate/engines/assess-unit';
import type { EngineInput, SourceInput } from '@scangate/engines/engine';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import type { AdvisoryIndex } from '@scangate/engines/model/advisory';
import { advisoryIndex, indexShard } from '@scangate/engines/advisories/advisory-index';
import { compactRecord } from '@scangate/engines/advisories/compact-record';
import { decodeShard, shardBuilder, type ShardBuilder } from '@scangate/engines/advisories/snapshot';

export interface RecordParts {
  id?: string;
  aliases?: string[];
  ecosystem?: string;
  name?: string;
  events?: Record<string, string>[];
  versions?: string[];
  severity?: unknown;
  word?: string;
  summary?: string;
  modified?: string;
  withdrawn?: string;
}

export const vector = {
  critical: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  high: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
  medium: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  low: 'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N',
  v4: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N',
  v2: 'AV:N/AC:L/Au:N/C:P/I:P/A:P',
};

/** Builds an OSV record of one package. */
export const osvRecord = (parts: RecordParts = {}): Record<string, unknown> => ({
  schema_version: '1.6.0',
  id: parts.id ?? 'GHSA-aaaa-bbbb-cccc',
  modified: parts.modified ?? '2025-01-02T03:04:05Z',
  ...(parts.withdrawn && { withdrawn: parts.withdrawn }),
  aliases: parts.aliases ?? [],
  summary: parts.summary ?? 'Something can be abused',
  affected: [
    {
      package: { ecosystem: parts.ecosystem ?? 'npm', name: parts.name ?? 'left' },
      ranges:
        parts.versions && !parts.events
          ? []
          : [{ type: 'SEMVER', events: parts.events ?? [{ introduced: '0' }, { fixed: '1.2.0' }] }],
      versions: parts.versions ?? [],
    },
  ],
  ...(parts.severity !== undefined && { severity: parts.severity }),
  ...(parts.word !== undefined && { database_specific: { severity: parts.word } }),
});

export const cvss = (score: string, type = 'CVSS_V3') => [{ type, score }];

/** Builds an index of these records through stored shards, as a scan does. */
export const indexOf = (...records: unknown[]): AdvisoryIndex => {
  const builders = new Map<Ecosystem, ShardBuilder>();
  for (const record of records) {
    const compacted = compactRecord(record);
    if (compacted.kind !== 'advisory') throw new Error(`not an advisory: ${JSON.stringify(compacted)}`);
    for (const [ecosystem, shard] of compacted.shards) {
      const builder = builders.get(ecosystem) ?? shardBuilder(ecosystem);
      builders.set(ecosystem, builder);
      builder.add(shard);
    }
  }
  const shards = [...builders].map(
    ([ecosystem, builder]) => [ecosystem, indexShard(decodeShard(builder.encode().bytes))] as const,
  );
  return advisoryIndex({ snapshotId: 'test', builtAt: '2025-01-02T03:04:05.000Z' }, new Map(shards));
};

export const component = (parts: Partial<Component> = {}): Component => {
  const { name = 'left', version = '1.0.0' } = parts;
  return {
    ref: `${name}@${version}`,
    purl: `pkg:npm/${name}@${version}`,
    ecosystem: 'npm',
    name,
    version,
    scope: 'required',
    direct: true,
    hashes: [],
    dependsOn: [],
    file: 'package-lock.json',
    ...parts,
  };
};

export const inventory = (components: Component[], parts: Partial<Inventory> = {}): Inventory => ({
  unitType: 'npm',
  components,
  direct: components.filter(({ direct }) => direct).map(({ ref }) => ref),
  read: ['package-lock.json'],
  unread: [],
  notes: [],
  ...parts,
});

const noFiles: SourceFiles = {
  entries: [],
  read: (path) => {
    throw new Error(`no such file: ${path}`);
  },
};

/** The input of every engine for an inventory, and the content of a unit that has it. */
export const engineInput = (
  of: Inventory,
  advisories: AdvisoryIndex,
  policy = defaultPolicy,
): EngineInput & SourceInput & Pick<UnitInput, 'unit'> => ({
  unit: { path: '', type: of.unitType },
  files: noFiles,
  ignoreFile: { entries: [], truncated: false },
  lineKey: 'key',
  inventory: of,
  requested: [],
  runtimes: [],
  advisories,
  policy,
});
