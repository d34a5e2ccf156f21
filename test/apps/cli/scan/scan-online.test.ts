import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentTypeOf } from '@scangate/domain/scans/uploads/document-types';
import type { SbomFormat } from '@scangate/engines/model/sbom-format';
import { bytes, samples } from '#test/engines/sbom/conversions/sample-documents.ts';
import { runMain, type MainWorld } from '#test/support/cli/run-main.ts';
import {
  canary,
  createdScan,
  failed,
  json,
  scanId,
  scriptedService,
  secretFinding,
  type Script,
} from '#test/support/cli/scripted-service.ts';
import { commit as commitFiles, git } from '#test/support/git/test-repository.ts';

let directory = '';
let commit = '';
const folder = mkdtempSync(join(tmpdir(), 'scangate-online-'));
beforeAll(() => {
  directory = join(folder, 'clone');
  mkdirSync(directory);
  git(directory, ['init', '--quiet', '--initial-branch=trunk']);
  commit = commitFiles(directory, { 'a.js': 'console.log(1);\n', 'package-lock.json': '{}' });
});
afterAll(() => rmSync(folder, { recursive: true }));

const environment = { SCANGATE_URL: 'https://scangate.example', SCANGATE_TOKEN: canary };

const run = async (args: string[], script: Script = {}, world: MainWorld = {}) => {
  const service = scriptedService(script);
  const ran = await runMain(['scan', '--repository', 'acme/shop', ...args], {
    directory,
    fetch: service.fetch,
    ...world,
    environment: { PATH: process.env['PATH'], ...environment, ...world.environment },
  });
  for (const text of [ran.out, ran.log]) expect(text).not.toContain(canary);
  return { ...ran, service };
};

const github = (changes: Record<string, string> = {}) => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_SHA: 'd'.repeat(40),
  GITHUB_REF: 'refs/heads/main',
  GITHUB_REF_NAME: 'main',
  GITHUB_REF_TYPE: 'branch',
  GITHUB_RUN_ID: '17',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_JOB: 'gate',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_EVENT_NAME: 'push',
  ...changes,
});

describe('a scan of a commit', () => {
  test('takes four requests, and prints its id first', async () => {
    const { exitCode, out, log, service } = await run([]);
    expect(exitCode).toBe(0);
    expect(service.lines()).toEqual([
      'GET /v1/repositories/resolve',
      'POST /v1/scans',
      `GET /v1/scans/${scanId}/wait`,
      `GET /v1/scans/${scanId}/findings`,
    ]);
    expect(log.split('\n')[0]).toBe(`Scan ${scanId}`);
    expect(out).toMatch(/^PASS: nothing at or above critical\. No findings below\.\nReason: no_issues_found/);
    expect(service.requests[1]?.body).toMatchObject({ commitHash: commit });
  });

  test('reports changed files, which the service does not see', async () => {
    writeFileSync(join(directory, 'new.js'), '');
    const { log } = await run([]);
    rmSync(join(directory, 'new.js'));
    expect(log).toContain('1 changed file is not scanned: the commit is.');
  });

  test('names places relative to the root of the repository', async () => {
    const { exitCode, out } = await run([], { verdict: failed, findings: [secretFinding] });
    expect([exitCode, out]).toEqual([1, expect.stringContaining('services/api/src/pay.py:3')]);
  });

  test('keeps the verdict of the service in JSON, and adds the exit', async () => {
    const { out } = await run(['--json'], { verdict: failed, findings: [secretFinding] });
    expect(JSON.parse(out)).toMatchObject({
      scan: { scanId },
      verdict: failed,
      findings: [{ fingerprint: 'f1' }],
      exit: { code: 1, because: 'critical_secrets_found' },
    });
  });

  test('writes reports with one request each', async () => {
    const [sarif, sbom] = [join(folder, 'a.sarif'), join(folder, 'a.json')];
    const args = ['--format', 'sarif', '--output', sarif, '--format', 'spdx', '--output', sbom];
    const { service, out } = await run(args);
    expect(service.lines()).toHaveLength(6);
    expect(readFileSync(sarif, 'utf8')).toBe('report application/sarif+json');
    expect(readFileSync(sbom, 'utf8')).toBe('sbom application/spdx+json');
    expect(out).toContain('PASS');
  });

  test('returns at once with --no-wait, and sends nothing with --dry-run', async () => {
    const left = await run(['--no-wait']);
    expect([left.exitCode, left.out, left.service.lines()]).toEqual([0, `${scanId}\n`, expect.any(Array)]);
    expect(left.service.lines()).toHaveLength(2);
    const dry = await run(['--dry-run', '--types', 'sca'], {}, { environment: { SCANGATE_URL: '' } });
    expect([dry.exitCode, dry.service.lines()]).toEqual([0, []]);
    expect(JSON.parse(dry.out)).toMatchObject({ repository: 'acme/shop', commit, types: ['sca'] });
  });

  test('says when the result comes from an equal scan', async () => {
    const answers = { 'POST /v1/scans': () => json(createdScan({ deduplicated: true })) };
    expect((await run([], { answers })).log).toContain('(an equal scan, nothing was charged)');
  });
});

describe('the Idempotency-Key', () => {
  const keyOf = async (changes: Record<string, string>, args: string[] = []) => {
    const { service, log } = await run(args, {}, { environment: github(changes) });
    expect(log).toContain(scanId);
    return service.requests[1]?.headers.get('idempotency-key') ?? '';
  };

  test('consists of the run, attempt, job and request of a CI', async () => {
    const first = await keyOf({});
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await keyOf({})).toBe(first);
    const others = [
      await keyOf({ GITHUB_RUN_ID: '18' }),
      await keyOf({ GITHUB_RUN_ATTEMPT: '2' }),
      await keyOf({ GITHUB_JOB: 'other' }),
      await keyOf({}, ['--types', 'secrets']),
    ];
    expect(new Set([first, ...others]).size).toBe(5);
  });

  test('is new for each call outside of a CI', async () => {
    const { service } = await run([]);
    expect(service.requests[1]?.headers.get('idempotency-key')).toMatch(/^00000000-/);
  });
});

describe('the request for an artifact', () => {
  test('a lockfile is sent with its path in the repository, for the unit of its folder', async () => {
    const { exitCode, service } = await run(['--lockfile', 'package-lock.json']);
    expect(exitCode).toBe(0);
    expect(service.requests[1]?.body).toMatchObject({
      lockfile: { path: 'package-lock.json', content: '{}' },
      projectUnitId: expect.stringMatching(/b$/) as string,
    });
  });

  test('an SBOM needs the unit if there are several', async () => {
    const sbom = join(folder, 'bom.json');
    writeFileSync(sbom, '{"bomFormat":"CycloneDX"}');
    const refused = await run(['--sbom', sbom]);
    expect([refused.exitCode, refused.log]).toEqual([6, expect.stringContaining('--unit PATH')]);
    const { service } = await run(['--sbom', sbom, '--unit', 'services/api']);
    expect(service.requests[1]?.body).toMatchObject({ sbom: { bomFormat: 'CycloneDX' } });
  });

  test.each(samples)(
    'an SBOM in %s is uploaded unchanged, and named by the scan',
    async (format, document) => {
      const sbom = join(folder, 'image.sbom');
      const sent = bytes(document);
      writeFileSync(sbom, sent);
      const uploadId = '0197c0de-0000-7000-8000-0000000000aa';
      const upload = { uploadId, url: 'https://storage.example/put', method: 'PUT', headers: {} };
      const answers = { 'POST /v1/uploads': () => json(upload, 201), 'PUT /put': () => new Response('') };
      const { service, exitCode } = await run(['--sbom', sbom, '--unit', 'services/api'], { answers });
      const [, announced, put, created] = service.requests;
      expect([exitCode, put?.method]).toEqual([0, 'PUT']);
      expect(announced?.body).toEqual({
        contentLength: sent.byteLength,
        sha256: createHash('sha256').update(sent).digest('hex'),
        mediaType: documentTypeOf[format as SbomFormat],
      });
      expect(created?.body).toMatchObject({
        uploadId,
        commitHash: commit,
        projectUnitId: expect.any(String),
      });
      expect(created?.body).not.toHaveProperty('sbom');
    },
  );

  test.each([
    ['[]', 'is not CycloneDX, SPDX, syft JSON or trivy JSON'],
    ['{"a":1}', 'is not CycloneDX, SPDX, syft JSON or trivy JSON'],
    ['{"bomFormat":', 'is not complete JSON'],
    ['Name: x', 'is not CycloneDX, SPDX'],
  ])('an SBOM %s is refused before any request', async (text, reason) => {
    const sbom = join(folder, 'bom.json');
    writeFileSync(sbom, text);
    const { service, exitCode, log } = await run(['--sbom', sbom, '--unit', 'services/api']);
    expect([exitCode, service.requests]).toEqual([6, []]);
    expect(log).toContain(reason);
  });

  test('an unknown unit is refused with the existing ones', async () => {
    const { exitCode, log, service } = await run(['--unit', 'services/ap']);
    expect([exitCode, service.lines()]).toEqual([6, ['GET /v1/repositories/resolve']]);
    expect(log).toContain('Project units: ., services/api. Did you mean services/api?');
  });
});
