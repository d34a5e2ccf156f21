import { describe, expect, test } from 'vitest';
import type { Finding } from '@scangate/engines/model/finding';
import { resultObjectName } from '@scangate/engines/model/results';
import { code, license, secret, suppressed, vulnerability } from '#test/domain/reports/ended-scan.ts';
import { call, world } from '#test/support/api/call-endpoint.ts';
import { scanRequests } from '#test/support/api/scan-requests.ts';

const { fixture, create, plain, end } = scanRequests();

const list = (scanId: string, query: Record<string, string> = {}) =>
  call('list-findings', { caller: fixture.organization.as('member'), params: { scanId }, query });

const scanWith = async (...byUnit: Finding[][]): Promise<string> => {
  const scanId = String((await create(plain())).body['scanId']);
  for (const [unit, { projectUnitId }] of fixture.repository.units.entries()) {
    const name = resultObjectName(scanId, projectUnitId, 'findings');
    const { organizationId } = fixture.organization;
    const key = { area: 'results', organizationId, name } as const;
    await world.blobs.put(key, JSON.stringify(byUnit[unit] ?? []));
  }
  await end(scanId);
  return scanId;
};

const flow = [{ file: 'src/routes.js', line: 3, column: 1, message: 'read' }, ...(code.flow ?? [])];

describe('200', () => {
  test('filters, sorts and counts', async () => {
    const scanId = await scanWith([vulnerability, license], [suppressed(secret), { ...code, flow }]);
    const unit = String(fixture.repository.units[1]?.projectUnitId);
    const { body } = await list(scanId, {
      projectUnitId: unit.toUpperCase(),
      suppressed: 'false',
      facets: 'kind,suppressed',
    });
    expect(body).toMatchObject({
      items: [{ kind: 'code', help: code.help, flow }],
      total: 1,
      facets: { kind: { code: 1 }, suppressed: { false: 1, true: 1 } },
    });
    expect(Object.keys(body['facets'] as object)).toEqual(['kind', 'suppressed']);
    const sorted = await list(scanId, { kind: 'secret,license', sort: 'kind', q: 'A' });
    expect(sorted.body).toMatchObject({ items: [{ kind: 'secret' }, { kind: 'license' }], total: 2 });
    expect(sorted.body).not.toHaveProperty('facets');
    expect(JSON.stringify(sorted.body)).not.toContain('contextHash');
  });

  test('10,000 findings are read in 10 calls, each once', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      ...secret,
      contextHash: 'c',
      fingerprint: index.toString(16).padStart(32, '0'),
    }));
    const scanId = await scanWith(many.slice(0, 4000), many.slice(4000));
    const seen = new Set<string>();
    let calls = 0;
    let cursor: string | undefined;
    do {
      const { body } = await list(scanId, { limit: '1000', ...(cursor !== undefined && { cursor }) });
      calls++;
      expect(body['total']).toBe(10_000);
      for (const { fingerprint } of body['items'] as Finding[]) seen.add(fingerprint);
      cursor = body['nextCursor'] as string | undefined;
    } while (cursor !== undefined);
    expect([calls, seen.size]).toEqual([10, 10_000]);
  });
});

describe('400', () => {
  test.each([
    ['limit', '1001'],
    ['kind', 'weakness'],
    ['kind', 'code,'],
    ['kind', 'code, secret'],
    ['severity', 'HIGH'],
    ['suppressed', 'yes'],
    ['projectUnitId', 'root'],
    ['q', ''],
    ['sort', 'line'],
    ['facets', '__proto__'],
    ['format', 'pdf'],
  ])('invalid_query: %s=%s', async (name, value) => {
    const { status, body } = await list(await scanWith(), { [name]: value });
    expect([status, body['code'], body.errors?.[0]?.pointer]).toEqual([400, 'invalid_query', `/${name}`]);
  });

  test('invalid_cursor: an altered cursor, and one of another filter or order', async () => {
    const scanId = await scanWith([vulnerability, license], [secret, code]);
    const filter = { kind: 'vulnerability,license,secret' };
    const cursor = String((await list(scanId, { ...filter, limit: '1' })).body['nextCursor']);
    const next = await list(scanId, { ...filter, cursor, limit: '2', facets: 'kind' });
    expect([next.status, next.body['items']]).toMatchObject([200, { length: 2 }]);
    const spelled = await list(scanId, { kind: 'secret,license,vulnerability', cursor });
    expect(spelled.status).toBe(200);
    const altered = Buffer.from(cursor, 'base64url').toString().replace(/1$/, '2');
    for (const query of [
      { cursor },
      { ...filter, cursor, q: 'a' },
      { ...filter, cursor, sort: 'file' },
      { ...filter, cursor, suppressed: 'false' },
      { ...filter, cursor: Buffer.from(altered).toString('base64url') },
    ]) {
      const { status, body } = await list(scanId, query);
      expect([status, body['code']]).toEqual([400, 'invalid_cursor']);
    }
  });
});

describe('format', () => {
  test.each([
    ['sarif', 'application/sarif+json', 'findings.sarif'],
    ['junit', 'application/junit+xml', 'findings.junit.xml'],
    ['markdown', 'text/markdown; charset=utf-8', 'findings.md'],
    ['cyclonedx-vex', 'application/vnd.cyclonedx+json; version=1.6', 'vex.cdx.json'],
    ['gl-sast', 'application/vnd.gitlab.sast+json; version=15.2.1', 'gl-sast-report.json'],
  ])('%s is a file, whatever Accept says', async (format, type, ending) => {
    const scanId = await scanWith([vulnerability]);
    const { status, headers, text } = await call('list-findings', {
      caller: fixture.organization.as('member'),
      params: { scanId },
      query: { format },
      headers: { Accept: 'text/html' },
    });
    const name = `${fixture.repository.fullName.replace('/', '-')}-aaaaaaaaaaaa-${ending}`;
    expect([status, headers['Content-Type'], headers['Content-Disposition']]).toEqual([
      200,
      type,
      `attachment; filename="${name}"`,
    ]);
    expect(text).not.toBe('');
  });

  test('a report by Accept has no name', async () => {
    const scanId = await scanWith();
    const { headers } = await call('list-findings', {
      caller: fixture.organization.as('member'),
      params: { scanId },
      headers: { Accept: 'application/sarif+json' },
    });
    expect(headers).not.toHaveProperty('Content-Disposition');
  });
});
