import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { advisoryIndex, indexShard } from '@scangate/engines/advisories/advisory-index';
import { decodeEpss, decodeKev } from '@scangate/engines/advisories/exploit-signals';
import { decodeRatings, encodeRatings } from '@scangate/engines/advisories/nvd-ratings';
import { decodeShard, type ShardBuilder, type SignalKind } from '@scangate/engines/advisories/snapshot';
import type { Advisory } from '@scangate/engines/model/advisory';
import type { Ecosystem } from '@scangate/engines/model/component';
import { severities } from '@scangate/engines/model/severity';
import { readNvdFeed } from '#adapters/reference-data/nvd/read-feed.ts';
import { collectRecords } from '#adapters/reference-data/osv/collect-records.ts';
import { recordsAt, UnreadableSource } from '#adapters/reference-data/osv/record-source.ts';
import { storeSignals } from '#adapters/reference-data/osv/signal-files.ts';
import { readPomArchive } from '#adapters/reference-data/poms/read-pom-archive.ts';
import { nvdEntry, nvdFeed } from '#test/adapters/reference-data/nvd/nvd-fixture.ts';
import { memoryObjects } from '#test/adapters/reference-data/osv/object-store-fixture.ts';
import { zipOf } from '#test/adapters/reference-data/osv/zip-fixture.ts';
import { dep, pomXml } from '#test/corpora/maven-trees/maven-case.ts';
import { cvss, osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';
import { jsonFlaws, type ReaderTarget } from '../reader-target.ts';

const isUnreadable = (error: unknown): boolean => error instanceof UnreadableSource;
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const records = [
  osvRecord({ aliases: ['CVE-2024-1234'], severity: cvss(vector.critical) }),
  osvRecord({
    id: 'PYSEC-1',
    ecosystem: 'PyPI',
    name: 'Flask',
    events: [{ introduced: '1.0' }],
    word: 'HIGH',
  }),
  {
    ...osvRecord({ id: 'GO-1', ecosystem: 'Go', name: 'github.com/a/b', versions: ['1.0.0'] }),
    published: '2024-01-02T03:04:05Z',
    references: [{ type: 'ADVISORY', url: 'https://example.com/a' }],
    ecosystem_specific: { imports: [{ path: 'github.com/a/b/c', symbols: ['Do'] }] },
  },
  osvRecord({ id: 'MAL-1', withdrawn: '2025-01-02T03:04:05Z' }),
  osvRecord({
    id: 'DSA-1',
    ecosystem: 'Debian:12',
    name: 'curl',
    events: [{ introduced: '0' }, { fixed: '7.88-1' }],
  }),
];

/** Sources of records, by the end of their name. */
const sources: readonly (readonly [suffix: string, content: Buffer])[] = [
  ...records.map((record) => ['.json', json(record)] as const),
  ['.json', json(records)],
  ['.jsonl', Buffer.from(records.map((record) => JSON.stringify(record)).join('\n'))],
  ['.zip', zipOf({ 'a.json': JSON.stringify(records[0]), 'b.json': JSON.stringify(records[2]) })],
];

const advisoryFlaws = (advisory: Advisory): string[] => {
  const { id, severity, cvss: score, url } = advisory;
  const isWhole =
    id !== '' &&
    severities.includes(severity) &&
    (score === undefined || (score.score >= 0 && score.score <= 10)) &&
    /^https?:\/\//.test(url);
  return isWhole ? jsonFlaws(advisory) : [`no advisory is ${JSON.stringify(advisory).slice(0, 300)}`];
};

/** Looks up each package of the records as a scan does: in shards that were stored. */
const lookUp = (builders: ReadonlyMap<Ecosystem, ShardBuilder>): Advisory[] => {
  const shards = [...builders].map(
    ([ecosystem, builder]) => [ecosystem, decodeShard(builder.encode().bytes)] as const,
  );
  const index = advisoryIndex(
    { snapshotId: 'fuzz', builtAt: '2025-01-02T03:04:05.000Z' },
    new Map(shards.map(([ecosystem, shard]) => [ecosystem, indexShard(shard)] as const)),
  );
  return shards.flatMap(([ecosystem, shard]) =>
    shard.records.flatMap((record) => record[7].flatMap(([name]) => index.lookup(ecosystem, name))),
  );
};

/** Records of OSV in files of every kind. */
const osv = (folder: string): ReaderTarget => ({
  name: 'records of OSV',
  samples: sources.map(([, content]) => content),
  isRefusal: isUnreadable,
  read: async (bytes, { index }) => {
    const path = join(folder, `osv${sources[index]?.[0]}`);
    writeFileSync(path, bytes);
    const builders = new Map<Ecosystem, ShardBuilder>();
    const { counts } = await collectRecords(recordsAt(path), builders);
    const known = [...builders.values()].reduce((sum, { size }) => sum + size, 0);
    return [
      ...(known > 0 && counts.advisories === 0 ? ['there is an advisory that was not counted'] : []),
      ...lookUp(builders).flatMap(advisoryFlaws),
    ];
  },
});

const feed = json(
  nvdFeed(
    nvdEntry('CVE-2024-1234', vector.high),
    nvdEntry('CVE-1999-0001', vector.v2),
    nvdEntry('CVE-2024-12345', vector.v4),
    nvdEntry('CVE-2024-4321', undefined, 'Rejected'),
  ),
);

const nvd = (path: string): ReaderTarget => ({
  name: 'feeds of NVD',
  samples: [feed, gzipSync(feed)],
  isRefusal: isUnreadable,
  read: async (bytes) => {
    writeFileSync(path, bytes);
    const rows = [...(await readNvdFeed(path)).values()].flatMap((ofYear) => [...ofYear.values()]);
    const rated = new Map(rows.flatMap(({ cve, rating }) => (rating ? [[cve, rating] as const] : [])));
    const stored = decodeRatings(encodeRatings(rated));
    const lost = [...rated.keys()].find((cve) => !stored.has(cve));
    return lost === undefined ? jsonFlaws([...stored]) : [`the rating of ${lost} is lost`];
  },
});

const epss = '#model_version:v2025\ncve,epss,percentile\nCVE-2024-1234,0.97,0.99\nCVE-1999-0001,1e-5,.5\n';
const kev = {
  catalogVersion: '2025',
  vulnerabilities: [
    {
      cveID: 'CVE-2024-1234',
      dateAdded: '2024-02-03',
      dueDate: '2024-03-03',
      knownRansomwareCampaignUse: 'Known',
    },
    { cveID: 'CVE-2021-44228', dateAdded: '2021-12-10' },
  ],
};
const cves = ['CVE-2024-1234', 'CVE-1999-0001', 'CVE-2021-44228'];

const signalsOf = (
  name: string,
  path: string,
  kind: SignalKind,
  samples: readonly Buffer[],
): ReaderTarget => ({
  name,
  samples,
  isRefusal: isUnreadable,
  read: async (bytes) => {
    writeFileSync(path, bytes);
    const objects = memoryObjects();
    const { key } = await storeSignals(kind, path, objects);
    const stored = objects.stored.get(key) ?? new Uint8Array();
    if (kind === 'kev') return jsonFlaws(cves.map(decodeKev(stored)));
    const outside = cves
      .map(decodeEpss(stored))
      .find(
        (found) =>
          found && !(found.score >= 0 && found.score <= 1 && found.percentile >= 0 && found.percentile <= 1),
      );
    return outside ? [`no score is ${JSON.stringify(outside)}`] : [];
  },
});

const pom = pomXml('org.example:app:1.0', {
  properties: { 'lib.version': '2.0' },
  needs: [dep('org.example:lib:${lib.version}', { scope: 'test', exclusions: ['a:b'] })],
});
const place = 'org/example/app/1.0/app-1.0.pom';
const archives = [zipOf({ [place]: pom, 'a/b/1/b-1.pom': pomXml('a:b:1') })];

const pomFlaws = async (path: string, archive: Buffer): Promise<string[]> => {
  writeFileSync(path, archive);
  const { lines } = await readPomArchive(path);
  const odd = lines.find(
    ({ name, version }) => !/^[\w.+-]+:[\w.+-]+$/.test(name) || !/^[\w.+-]+$/.test(version),
  );
  if (odd) return [`no coordinates are ${odd.name} ${odd.version}`];
  for (const { json: stored } of lines) JSON.parse(stored);
  return [];
};

/** Archives of POMs that are damaged, and whole ones of POMs that are. */
const poms = (path: string): readonly ReaderTarget[] => [
  {
    name: 'archives of POMs',
    samples: archives,
    isRefusal: isUnreadable,
    read: (bytes) => pomFlaws(path, bytes),
  },
  {
    name: 'published POMs',
    samples: [Buffer.from(pom)],
    isRefusal: isUnreadable,
    read: (bytes) => pomFlaws(path, zipOf({ [place]: bytes.toString('latin1') })),
  },
];

/** The readers of data that others publish about packages. */
export const advisoryFeeds = (folder: string): readonly ReaderTarget[] => [
  osv(folder),
  nvd(join(folder, 'nvdcve-2.0-2024.json')),
  signalsOf('scores of EPSS', join(folder, 'epss.csv'), 'epss', [Buffer.from(epss), gzipSync(epss)]),
  signalsOf('the catalog of KEV', join(folder, 'known_exploited.json'), 'kev', [json(kev)]),
  ...poms(join(folder, 'poms.zip')),
];
