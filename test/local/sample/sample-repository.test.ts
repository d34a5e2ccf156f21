import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gitSources } from '#adapters/git/git-sources.ts';
import { importAdvisories } from '#adapters/reference-data/osv/import-advisories.ts';
import { storedAdvisories } from '#adapters/reference-data/osv/stored-advisories.ts';
import type { Finding } from '@scangate/engines/model/finding';
import { discoverUnits, unitResolver } from '@scangate/engines/units/discover-units';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import type { Advisories } from '#ports/advisories.ts';
import { sampleAdvisories } from '#local/sample/sample-advisories.ts';
import { sampleCommits, sampleRepository } from '#local/sample/sample-repository.ts';
import { warehouseCommit, warehouseRepository } from '#local/sample/warehouse-repository.ts';
import { readInventory } from '@scangate/engines/inventory/read-inventory';
import { scanUnit } from '#test/engines/scan-unit.ts';
import { ecosystemsOf } from '@scangate/engines/sca/sca-engine';

const folder = mkdtempSync(join(tmpdir(), 'scangate-sample-'));
const path = join(folder, 'sample', 'storefront');
afterAll(() => rmSync(folder, { recursive: true }));
beforeAll(() => sampleRepository(path));

const sources = gitSources({ allowed: new Set(['file']) });
const signal = AbortSignal.timeout(30_000);
const limits = { totalBytes: 1e7, fileBytes: 1e6, files: 1000, pathLength: 500 };

describe('the sample repository', () => {
  test('has the same commits wherever and whenever it is created', async () => {
    expect(sampleCommits).toEqual({
      vulnerable: '07f983dc5443e30e4745f718715c62279ebb491d',
      fixed: 'bf417a7e4e2ebaee5da562363134d3a804997afd',
      introducing: '6bcb00c33d23b8eb693da953313817e92fa3de3a',
      hiding: '59be608c977353fdb061141fa0f7087139a1e00c',
    });
    const heads = ['HEAD', 'main', 'fixed', 'add-refunds', 'raise-pyyaml'].map((branch) =>
      sources.resolveBranch({ url: path }, branch, signal),
    );
    expect(await Promise.all(heads)).toEqual([
      sampleCommits.vulnerable,
      sampleCommits.vulnerable,
      sampleCommits.fixed,
      sampleCommits.introducing,
      sampleCommits.hiding,
    ]);
  });

  test('has a second part with one commit, which is the same wherever it is created', async () => {
    const second = join(folder, 'sample', 'warehouse');
    for (let time = 0; time < 2; time++)
      expect(await warehouseRepository(second)).toEqual({ path: second, commit: warehouseCommit });
    expect(await sources.resolveBranch({ url: second }, 'main', signal)).toBe(warehouseCommit);
  });

  test('is not changed when it exists', async () => {
    writeFileSync(join(path, 'README.md'), 'mine');
    await sampleRepository(path);
    expect(readFileSync(join(path, 'README.md'), 'utf8')).toBe('mine');
  });

  test('is completed when its creation was interrupted', async () => {
    const half = join(folder, 'half');
    mkdirSync(join(`${half}.new`, '.git', 'objects'), { recursive: true });
    writeFileSync(join(`${half}.new`, 'package.json'), '{');
    await sampleRepository(half);
    expect(await sources.resolveBranch({ url: half }, 'main', signal)).toBe(sampleCommits.vulnerable);
    expect(JSON.parse(readFileSync(join(half, 'package.json'), 'utf8'))).toMatchObject({
      name: 'storefront',
    });
  });

  test('has no secret in the source code of this repository', () => {
    const source = readFileSync(
      join(import.meta.dirname, '../../../lib/local/sample/storefront-files.ts'),
      'utf8',
    );
    expect(source).not.toMatch(/sk_live_\w{10}/);
  });
});

const importSample = async (): Promise<Advisories> => {
  const held = new Map<string, Uint8Array>();
  const blobs = {
    get: async (key: string) => held.get(key),
    put: async (key: string, bytes: Uint8Array) => void held.set(key, bytes),
  };
  const report = await importAdvisories(sampleAdvisories, { objects: blobs, now: '2026-01-01T00:00:00Z' });
  expect(report).toMatchObject({
    switched: true,
    records: { advisories: 11, withdrawn: 0, irrelevant: 0, bad: 0 },
  });
  return storedAdvisories(blobs);
};

const filesOf = (contents: ReadonlyMap<string, Uint8Array>) => ({
  entries: [...contents].map(([name, bytes]) => ({ path: name, sizeBytes: bytes.length })),
  read: (name: string) => contents.get(name) ?? Buffer.alloc(0),
});

/** Runs the engines over every unit of a commit, as the workflow does. */
const scanCommit = async (commitHash: string, advisories: Advisories) => {
  const commit = await sources.fetchCommit({ location: { url: path }, commitHash, limits }, signal);
  const contents = new Map<string, Uint8Array>();
  for await (const { path: name, content } of commit.files) contents.set(name, content);
  const units = discoverUnits(contents.keys(), 'storefront');
  const unitOf = unitResolver(contents.keys(), units);
  const findings: Finding[] = [];
  for (const unit of units) {
    const own = [...contents].filter(([name]) => unitOf(name) === unit);
    const files = filesOf(
      new Map(own.map(([name, bytes]) => [name.slice(unit.path === '' ? 0 : unit.path.length + 1), bytes])),
    );
    const inventory = readInventory(files, unit.type);
    const scanned = await scanUnit(
      { projectUnitId: unit.path, scanTypes: ['sca', 'license', 'secrets'], fullScope: false, skipped: [] },
      {
        unit,
        files,
        inventory,
        advisories: await advisories.load(ecosystemsOf(inventory)),
        policy: defaultPolicy,
      },
    );
    findings.push(...scanned.findings);
  }
  return { units: units.map(({ type, path: at }) => `${type} ${at}`), findings };
};

const shortOf = (finding: Finding): string => {
  const { severity, kind } = finding;
  if (finding.kind !== 'vulnerability')
    return `${severity} ${kind} ${'rule' in finding ? `${finding.rule} ${finding.file}` : ''}`;
  const depth = finding.direct ? 'direct' : 'transitive';
  return `${severity} ${finding.advisoryId} ${finding.packageName} ${depth}`;
};

describe('the sample advisories', () => {
  test('find exactly the planted vulnerabilities in the vulnerable commit, and no refused license', async () => {
    const { units, findings } = await scanCommit(sampleCommits.vulnerable, await importSample());
    expect(units).toEqual(['npm ', 'pypi services/pricing', 'go tools/export']);
    expect(findings.map(shortOf).toSorted()).toEqual([
      'critical GHSA-xvch-5gv4-984h minimist transitive',
      'critical PYSEC-2021-142 pyyaml direct',
      'critical secret stripe-key src/payments.js',
      'high GHSA-35jh-r3h4-6jhm lodash direct',
      'high GHSA-cph5-m8f7-6c5x axios direct',
      'high GHSA-p6mc-m468-83gw lodash direct',
      'high GO-2022-1059 golang.org/x/text direct',
      'medium GHSA-cxjh-pqwp-8mfp follow-redirects transitive',
      'medium GHSA-pw2r-vq6v-hr8c follow-redirects transitive',
      'medium GHSA-qwph-4952-7xr6 jsonwebtoken direct',
      'medium PYSEC-2021-66 jinja2 direct',
      'medium PYSEC-2023-74 requests direct',
    ]);
  });

  test('find one more secret in the first pull request, and one vulnerability less in the second', async () => {
    const advisories = await importSample();
    const found = async (commitHash: string) =>
      (await scanCommit(commitHash, advisories)).findings.map(shortOf).toSorted();
    const before = await found(sampleCommits.vulnerable);
    const added = (await found(sampleCommits.introducing)).filter((one) => !before.includes(one));
    expect(added).toEqual(['critical secret stripe-key src/refunds.js']);
    const after = await found(sampleCommits.hiding);
    expect(before.filter((one) => !after.includes(one))).toEqual(['critical PYSEC-2021-142 pyyaml direct']);
  });

  test('find nothing in the fixed commit', async () => {
    const { findings } = await scanCommit(sampleCommits.fixed, await importSample());
    expect(findings).toEqual([]);
  });

  test('each name their source database and its license', () => {
    const records = readFileSync(sampleAdvisories, 'utf8').trim().split('\n');
    for (const record of records.map((line) => JSON.parse(line) as Record<string, unknown>)) {
      expect(record['database_specific']).toMatchObject({
        source: expect.stringContaining('Database'),
        license: 'CC-BY-4.0',
      });
    }
  });
});
