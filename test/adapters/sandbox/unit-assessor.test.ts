import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { sandboxBeside } from '#adapters/sandbox/open-sandbox.ts';
import { sandboxedArtifactParser } from '#adapters/sandbox/artifact-parser.ts';
import { sandboxedAssessor } from '#adapters/sandbox/unit-assessor.ts';
import { tarSourceArchive } from '#adapters/source-archive/source-archive.ts';
import { assessUnit } from '#app/scans/workflow/assess-unit.ts';
import type { AssessmentSources, UnitToAssess } from '#ports/unit-assessor.ts';
import { ScanFailed } from '@scangate/engines/model/failure';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { ownSuppressions } from '@scangate/engines/model/gate/suppressions';
import type { SecretCandidate, SecretVerifier } from '@scangate/engines/model/gate/secret-liveness';
import { scanTypes } from '@scangate/engines/model/scan-type';
import { base62, fake } from '@scangate/engines/secrets/rule-example';
import { cvss, indexOf, osvRecord, vector } from '#test/engines/sca/advisory-fixtures.ts';
import { publishedFrom, publishedOf } from '#test/corpora/maven-trees/engine-tree.ts';
import { dep, pomXml, published } from '#test/corpora/maven-trees/maven-case.ts';
import { failureOf } from '#test/support/git/test-repository.ts';

const sandboxOf = (name: string) =>
  sandboxBeside(import.meta.url, { name, source: `functions/workflow/${name}/sandbox.ts` });
const assessor = sandboxedAssessor(sandboxOf('scan-unit'));
const run = { now: new Date('2026-01-02T03:04:05Z'), signal: new AbortController().signal };

const unit: UnitToAssess = {
  scan: { scanId: 'scan', commitHash: 'c'.repeat(40), fullScope: true },
  gate: {
    policy: defaultPolicy,
    waivers: [],
    suppressions: ownSuppressions,
    judgedAt: '2026-01-02T03:04:05.000Z',
  },
  unit: { projectUnitId: 'unit', path: '', type: 'npm' },
  lineKey: 'key',
  fullName: 'owner/repo',
  scanTypes: [...scanTypes],
};

const packageLock = JSON.stringify({
  name: 'shop',
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { left: '1.0.0', right: '1.0.0' } },
    'node_modules/left': { version: '1.0.0', license: 'GPL-3.0-only' },
    'node_modules/right': { version: '1.0.0' },
  },
});
const files: Record<string, string> = {
  'package-lock.json': packageLock,
  'src/index.js': 'import { exec } from "node:child_process";\napp.get("/", (req) => exec(req.query.a));\n',
  'pom.xml': pomXml('t:p:1', { needs: [dep('g:a:1')] }),
  /** Concatenated, so that no secret scanner reports this file. */
  'config.txt': `AKIA${'QWERTYUIOPASDFGH'}`,
};

const sources = (): AssessmentSources => ({
  content: tarSourceArchive.pack(
    { paths: Object.keys(files), read: (path) => Buffer.from(files[path] ?? ''), relative: (path) => path },
    [{ path: 'link', reason: 'link' }],
  ),
  advisories: {
    load: async () => ({
      ...indexOf(osvRecord({ name: 'left', aliases: ['CVE-2025-1234'], severity: cvss(vector.critical) })),
      signals: () => ({ epss: { score: 0.5, percentile: 0.9 } }),
    }),
  },
  licenseData: {
    load: async () => ({
      snapshot: { id: 'licenses', day: '2026-01-01', packages: { npm: 1 } },
      lookup: (_ecosystem, name) => (name === 'left' ? { license: 'MIT', isCertain: true } : undefined),
    }),
  },
  publishedPoms: publishedFrom(
    publishedOf({ repository: published({ 'g:a:1': { needs: [dep('g:b:[1,2)')] }, 'g:b:1.5': {} }) }),
  ),
  licenseSource: {
    lookup: async (packages) => ({
      licenses: packages.map(({ name }) => (name === 'right' ? 'MIT' : undefined)),
      unanswered: 1,
    }),
  },
});

test('a sandbox assesses a unit to the same bytes as this process', async () => {
  const here = await assessUnit(unit, { ...sources(), sourceArchive: tarSourceArchive }, run);
  const there = await assessor.assess(unit, sources(), run);
  expect(Object.keys(there).toSorted()).toEqual(['assessment', 'findings', 'result', 'sbom']);
  for (const part of ['assessment', 'findings', 'result', 'sbom'] as const)
    expect(JSON.parse(String(there[part]))).toEqual(JSON.parse(String(here[part])));
  expect(String(there.findings)).toContain('"epss"');
  expect(String(there.assessment)).toContain('pkg:maven/g/b@1.5');
  expect(String(there.result)).toContain('"pomSnapshot":{"id":"test","poms":2}');
}, 60_000);

test('an expected failure leaves the sandbox usable, and an abort keeps its reason', async () => {
  const artifact = {
    ...unit,
    scan: { ...unit.scan, artifact: { kind: 'lockfile' as const, path: 'package-lock.json' } },
  };
  const content = async function* () {
    yield Buffer.from('<html>');
  };
  const failure = await failureOf(assessor.assess(artifact, { ...sources(), content: content() }, run));
  const known = await failureOf(
    assessUnit(artifact, { ...sources(), content: content(), sourceArchive: tarSourceArchive }, run),
  );
  expect(failure).toBeInstanceOf(ScanFailed);
  expect(failure).toEqual(known);
  const reason = new Error('enough');
  const aborted = { ...run, signal: AbortSignal.abort(reason) };
  expect(await failureOf(assessor.assess(unit, sources(), aborted))).toBe(reason);
}, 60_000);

test('an artifact is checked in a sandbox', async () => {
  const parser = sandboxedArtifactParser(sandboxOf('check-artifact'));
  const check = (kind: Parameters<typeof parser.check>[0], text: string) =>
    parser.check(kind, Readable.from([Buffer.from(text)]), run.signal);
  expect(await check({ kind: 'lockfile', path: 'package-lock.json' }, packageLock)).toEqual({ ok: true });
  expect(await check({ kind: 'lockfile', path: 'package-lock.json' }, '<html>')).toMatchObject({
    ok: false,
    code: 'unsupported_lockfile',
  });
  expect(await check({ kind: 'sbom' }, '{}')).toMatchObject({ ok: false, code: 'sbom_invalid' });
}, 60_000);

test('a sandbox asks a verifier outside about its secrets only', async () => {
  const secret = `r8_${fake(base62, 37)}`;
  const own: Record<string, string> = { ...files, 'config.txt': `TOKEN=${secret}\n` };
  const asked: SecretCandidate[] = [];
  const secretVerifier: SecretVerifier = {
    accepts: () => true,
    verify: async (candidates) => {
      asked.push(...candidates);
      return candidates.map(() => 'live');
    },
  };
  const content = tarSourceArchive.pack(
    { paths: Object.keys(own), read: (path) => Buffer.from(own[path] ?? ''), relative: (path) => path },
    [],
  );
  const { assessment, findings } = await assessor.assess(
    unit,
    { ...sources(), content, secretVerifier },
    run,
  );
  expect(asked).toEqual([{ rule: 'replicate-token', secret }]);
  expect(String(findings)).toContain('"liveness":"live"');
  expect(String(assessment) + String(findings)).not.toContain(secret);
}, 60_000);
