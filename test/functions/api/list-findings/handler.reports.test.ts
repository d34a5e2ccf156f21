import { beforeEach, describe, expect, test, vi } from 'vitest';
import { resultObjectName } from '@scangate/engines/model/results';
import { validateSbom } from '@scangate/engines/sbom/validate-sbom';
import { license, secret, vulnerability } from '#test/domain/reports/ended-scan.ts';
import { call, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { scanRequests } from '#test/support/api/scan-requests.ts';

const { fixture, create, plain, end } = scanRequests();

const report = (scanId: string, accept: string, more: CallOptions = {}) =>
  call('list-findings', {
    caller: fixture.organization.as('member'),
    params: { scanId },
    headers: { Accept: accept },
    ...more,
  });

const keyOf = (scanId: string, unit: number) => ({
  area: 'results',
  organizationId: fixture.organization.organizationId,
  name: resultObjectName(scanId, String(fixture.repository.units[unit]?.projectUnitId), 'findings'),
});

let scanId = '';
beforeEach(async () => {
  scanId = String((await create(plain())).body['scanId']);
  await world.blobs.put(keyOf(scanId, 0), JSON.stringify([vulnerability, license]));
  await world.blobs.put(keyOf(scanId, 1), JSON.stringify([secret]));
  await end(scanId);
});

describe('Accept chooses', () => {
  test('SARIF of all units, with file paths in the repository', async () => {
    const { status, headers, body } = await report(scanId, 'application/sarif+json');
    expect([status, headers['Content-Type'], headers['Vary']]).toEqual([
      200,
      'application/sarif+json',
      'Accept',
    ]);
    expect(body).toMatchObject({
      version: '2.1.0',
      runs: [
        {
          results: [{ ruleId: vulnerability.advisoryId }, { level: 'error' }, { ruleId: secret.rule }],
          versionControlProvenance: [{ revisionId: 'a'.repeat(40) }],
        },
      ],
    });
    expect(JSON.stringify(body)).toContain('services/api/src/a%20b.js');
  });

  test('CycloneDX VEX', async () => {
    const { headers, body } = await report(scanId, 'application/vnd.cyclonedx+json');
    expect(headers['Content-Type']).toBe('application/vnd.cyclonedx+json; version=1.6');
    expect(validateSbom(body)).toEqual([]);
    expect(body['vulnerabilities']).toHaveLength(1);
  });

  test.each([
    ['application/xml', 'application/xml; charset=utf-8'],
    ['application/junit+xml', 'application/junit+xml'],
  ])('JUnit for %s', async (accept, contentType) => {
    const { headers, text } = await report(scanId, accept);
    expect(headers['Content-Type']).toBe(contentType);
    expect(text).toMatch(
      /^<\?xml [^]*<testcase name="GHSA-xvch-5gv4-984h minimist@1\.2\.5"[^]*<\/testsuites>\n$/,
    );
  });

  test('Markdown', async () => {
    const { headers, text } = await report(scanId, 'text/markdown');
    expect(headers['Content-Type']).toBe('text/markdown; charset=utf-8');
    expect(text).toMatch(/^## Scangate: /);
    expect(text).toContain('generic-password');
  });

  test.each([
    ['sast', 'sast', 0],
    ['secret-detection', 'secret_detection', 1],
    ['dependency-scanning', 'dependency_scanning', 1],
  ])('the %s report of GitLab', async (name, type, count) => {
    const { headers, body } = await report(scanId, `application/vnd.gitlab.${name}+json`);
    expect(headers['Content-Type']).toBe(`application/vnd.gitlab.${name}+json; version=15.2.1`);
    expect(body).toMatchObject({ version: '15.2.1', scan: { type }, vulnerabilities: { length: count } });
  });

  test('the Code Quality report of GitLab', async () => {
    const { headers, text } = await report(scanId, 'application/vnd.gitlab.code-quality+json');
    expect(headers['Content-Type']).toBe('application/vnd.gitlab.code-quality+json');
    expect(JSON.parse(text)).toMatchObject([
      { check_name: vulnerability.advisoryId },
      {},
      { location: { path: 'services/api/src/a b.js', lines: { begin: secret.line } } },
    ]);
  });

  test('pages of JSON unless another type is preferred', async () => {
    for (const accept of ['*/*', 'application/json, application/sarif+json;q=0.9'])
      expect((await report(scanId, accept, { query: { limit: '2' } })).body['items']).toHaveLength(2);
  });
});

test('a report has no pages', async () => {
  const { body } = await report(scanId, 'application/sarif+json', { query: { limit: '1' } });
  expect(body['runs']).toMatchObject([{ results: { length: 3 } }]);
});

test('a repeated request gets the same report, byte for byte', async () => {
  for (const accept of [
    'application/sarif+json',
    'application/vnd.cyclonedx+json',
    'application/xml',
    'text/markdown',
    'application/vnd.gitlab.code-quality+json',
    'application/vnd.gitlab.dependency-scanning+json; version=15.2.1',
  ])
    expect((await report(scanId, accept)).text).toBe((await report(scanId, accept)).text);
});

test('406 not_acceptable: an unknown type, with the available ones', async () => {
  const { status, body } = await report(scanId, 'text/html');
  expect([status, body['code']]).toEqual([406, 'not_acceptable']);
  expect(body['acceptable']).toContain('application/sarif+json');
});

test('406 not_acceptable: another version of a report of GitLab', async () => {
  const { status, body } = await report(scanId, 'application/vnd.gitlab.sast+json; version=14.0.0');
  expect([status, body['code']]).toEqual([406, 'not_acceptable']);
});

test('409 conflict: an active scan has no report', async () => {
  const { body: created } = await create(plain({ commitHash: 'b'.repeat(40) }));
  const { status, body } = await report(String(created['scanId']), 'application/sarif+json');
  expect([status, body['code']]).toEqual([409, 'conflict']);
});

test('410 payload_expired: a report is complete or refused before its first byte', async () => {
  await world.blobs.remove(keyOf(scanId, 1));
  for (const accept of ['application/sarif+json', 'text/markdown']) {
    const { status, body } = await report(scanId, accept);
    expect([status, body['code']]).toEqual([410, 'payload_expired']);
  }
});

test('findings that disappear while a report is streamed break the stream off', async () => {
  const { get } = world.blobs;
  const lost = vi.spyOn(world.blobs, 'get').mockImplementation((key) => {
    if (key.name === keyOf(scanId, 1).name) return Promise.resolve(undefined);
    return get.call(world.blobs, key);
  });
  await expect(report(scanId, 'application/sarif+json')).rejects.toThrow('removed after');
  lost.mockRestore();
});

test('the reports of a failed scan say so', async () => {
  const failed = String((await create(plain({ commitHash: 'b'.repeat(40) }))).body['scanId']);
  await end(failed, { errorCode: 'repo_access', error: 'gone' });
  expect((await report(failed, 'text/markdown')).text).toContain('ERROR');
  expect((await report(failed, 'application/xml')).text).toContain('<error message="repo_access"');
});
