import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadOfflineAdvisories } from '#local/offline/offline-advisories.ts';
import { zipOf } from '#test/adapters/reference-data/osv/zip-fixture.ts';
import { dep, pomXml, published } from '#test/corpora/maven-trees/maven-case.ts';
import { cvss, osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';
import { runScan } from '#test/support/cli/run-scan.ts';
import { makeRepository } from '#test/support/git/test-repository.ts';

const folder = mkdtempSync(join(tmpdir(), 'scangate-poms-'));
afterAll(() => rmSync(folder, { recursive: true }));

const poms = published({
  'g:web:1': { needs: [dep('g:core:2'), dep('g:gone:1')] },
  'g:core:2': {},
  'g:core:3': {},
});
const archive = join(folder, 'poms.zip');
const records = join(folder, 'records.json');
writeFileSync(
  archive,
  zipOf(
    Object.fromEntries(
      Object.entries(poms).map(([key, text]) => {
        const [group, artifact, version] = key.split(':');
        return [`${group}/${artifact}/${version}/${artifact}-${version}.pom`, text];
      }),
    ),
  ),
);
const affected = { ecosystem: 'Maven', name: 'g:core' };
writeFileSync(
  records,
  JSON.stringify({
    ...osvRecord({ id: 'GHSA-core', severity: cvss(vector.critical) }),
    affected: [
      { package: affected, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '3' }] }] },
    ],
  }),
);

const scan = (files: Record<string, string>, sources: string[]) =>
  runScan([makeRepository(files), '--types', 'sca'], {
    loadAdvisories: () => loadOfflineAdvisories({ sources, data: undefined, onProgress: () => undefined }),
  });

const project = (...managed: string[]): Record<string, string> => ({
  'pom.xml': pomXml('t:p:1', { managed, needs: [dep('g:web:1')] }),
});

test('a vulnerable transitive dependency of Maven is found with the imported poms, and missing poms are reported', async () => {
  const without = await scan(project(), [records]);
  expect(without.exitCode).toBe(0);
  expect(without.out).toContain('mvn dependency:tree -DoutputFile=dependency-tree.txt');
  const found = await scan(project(), [records, archive]);
  expect(found.exitCode).toBe(1);
  expect(found.out).toContain('g:core');
  expect(found.out).toContain('poms that the POM snapshot does not have');
  expect(found.out).toContain('g:gone:1');
});

test('the version that the project manages is judged, as Maven resolves it', async () => {
  expect((await scan(project(dep('g:core:3')), [records, archive])).exitCode).toBe(0);
});

test('a project with the coordinates of a published artifact does not hide it', async () => {
  const decoy = { 'decoy/pom.xml': pomXml('g:core:2'), 'other/pom.xml': pomXml('g:web:1') };
  const ran = await scan({ ...project(), ...decoy }, [records, archive]);
  expect(ran.exitCode).toBe(1);
  expect(ran.out).toContain('projects with the coordinates of a published artifact');
});

test('arguments of the build take precedence over the properties of its poms', async () => {
  const files = {
    'pom.xml': pomXml('t:p:1', { properties: { v: '3' }, needs: [dep('g:core:${v}')] }),
  };
  expect((await scan(files, [records, archive])).exitCode).toBe(0);
  const argued = { ...files, '.mvn/maven.config': '-B\n-Dv=2\n' };
  expect((await scan(argued, [records, archive])).exitCode).toBe(1);
});
