import { beforeEach, describe, expect, test, vi } from 'vitest';
import { resultObjectName } from '@scangate/engines/model/results';
import { validateSbom } from '@scangate/engines/sbom/validate-sbom';
import { license, secret, vulnerability } from '#test/domain/reports/ended-scan.ts';
import { call, world, type CallOptions } from '#test/support/api/call-endpoint.ts';
import { scanRequests } from '#test/support/api/scan-requests.ts';

const { fixture, create, plain, end } = scanRequests();

const ask = (scanId: string, accept: string, more: CallOptions = {}) =>
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

describe('the findings are had by Accept as', () => {
  test('SARIF, of all units, with the files where they are in the repository', async () => {
    const { status, headers, body } = await ask(scanId, 'application/sarif+json');
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
    const { headers, body } = await ask(scanId, 'application/vnd.cyclonedx+json');
    expect(headers['Content-Type']).toBe('application/vnd.cyclonedx+json; version=1.6');
    expect(validateSbom(body)).toEqual([]);
    expect(body['vulnerabilities']).toHaveLength(1);
  });

  test.each([
    ['application/xml', 'application/xml; charset=utf-8'],
    ['application/junit+xml', 'application/junit+xml'],
  ])('JUnit, by %s', async (accept, contentType) => {
    const { headers, text } = await ask(scanId, accept);
    expect(headers['Content-Type']).toBe(contentType);
    expect(text).toMatch(
      /^<\?xml [^]*<testcase name="GHSA-xvch-5gv4-984h minimist@1\.2\.5"[^]*<\/testsuites>\n$/,
    );
  });

  test('Markdown', async () => {
    const { headers, text } = await ask(scanId, 'text/markdown');
    expect(headers['Content-Type']).toBe('text/markdown; charset=utf-8');
    expect(text).toMatch(/^## Scangate: /);
    expect(text).toContain('generic-password');
  });

  test('pages of JSON where nothing else is liked better', async () => {
    for (const accept of ['*/*', 'application/json, application/sarif+json;q=0.9'])
      expect((await ask(scanId, accept, { query: { limit: '2' } })).body['items']).toHaveLength(2);
  });
});

test('a report does not come in pages', async () => {
  const { body } = await ask(scanId, 'application/sarif+json', { query: { limit: '1' } });
  expect(body['runs']).toMatchObject([{ results: { length: 3 } }]);
});

test('asked twice a report is the same, byte by byte', async () => {
  for (const accept of [
    'application/sarif+json',
    'application/vnd.cyclonedx+json',
    'application/xml',
    'text/markdown',
  ])
    expect((await ask(scanId, accept)).text).toBe((await ask(scanId, accept)).text);
});

test('406 not_acceptable: what cannot be had, with what can', async () => {
  const { status, body } = await ask(scanId, 'text/html');
  expect([status, body['code']]).toEqual([406, 'not_acceptable']);
  expect(body['acceptable']).toContain('application/sarif+json');
});

test('409 conflict: before the end there is no report', async () => {
  const { body: created } = await create(plain({ commitHash: 'b'.repeat(40) }));
  const { status, body } = await ask(String(created['scanId']), 'application/sarif+json');
  expect([status, body['code']]).toEqual([409, 'conflict']);
});

test('410 payload_expired: a report is whole or refused, and never begins without its last unit', async () => {
  await world.blobs.remove(keyOf(scanId, 1));
  for (const accept of ['application/sarif+json', 'text/markdown']) {
    const { status, body } = await ask(scanId, accept);
    expect([status, body['code']]).toEqual([410, 'payload_expired']);
  }
});

test('what is lost while a report is written breaks it off: it does not end as if it were whole', async () => {
  const { get } = world.blobs;
  const lost = vi.spyOn(world.blobs, 'get').mockImplementation((key) => {
    if (key.name === keyOf(scanId, 1).name) return Promise.resolve(undefined);
    return get.call(world.blobs, key);
  });
  await expect(ask(scanId, 'application/sarif+json')).rejects.toThrow('removed after');
  lost.mockRestore();
});

test('a scan that failed has reports that say so', async () => {
  const failed = String((await create(plain({ commitHash: 'b'.repeat(40) }))).body['scanId']);
  await end(failed, { errorCode: 'repo_access', error: 'gone' });
  expect((await ask(failed, 'text/markdown')).text).toContain('ERROR');
  expect((await ask(failed, 'application/xml')).text).toContain('<error message="repo_access"');
});
