import { describe, expect, test } from 'vitest';
import { repositoryId, runWith, unitId } from '#test/support/cli/stored-world.ts';

const found = (repository: string, more: object = {}) => ({
  package: 'pkg:npm/minimist',
  repositoryId,
  repository,
  projectUnitId: unitId,
  path: '',
  uses: [
    {
      version: '1.2.5',
      scope: 'required',
      direct: false,
      file: 'package-lock.json',
      path: ['mkdirp', 'minimist'],
    },
    { scope: 'dev', direct: true, file: 'package-lock.json', path: ['minimist'] },
  ],
  ...more,
});
const path = 'GET /v1/components';

describe('search', () => {
  test('lists every use, page after page', async () => {
    const answers = {
      [path]: ({ url }: { url: string }) =>
        url.includes('cursor=two')
          ? { json: { items: [found('acme/web', { truncated: true })] } }
          : { json: { items: [found('acme/shop')], nextCursor: 'two' } },
    };
    const { exitCode, out, log, asked } = await runWith(['search', 'pkg:npm/minimist@<1.2.6'], answers);
    expect(exitCode).toBe(0);
    expect(out.split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/^acme\/shop +\. +1\.2\.5 +required +mkdirp > minimist$/),
      expect.stringMatching(/^acme\/shop +\. +not pinned +dev +direct$/),
    ]);
    expect(out).toContain('acme/web');
    expect(log).toContain('1 project units have more uses');
    expect(asked[0]).toBe('GET /v1/components?purl=pkg%3Anpm%2Fminimist%40%3C1.2.6&limit=100');
  });

  test('says when there are no uses', async () => {
    const { exitCode, out } = await runWith(['search', 'pkg:npm/left-pad'], {
      [path]: { json: { items: [] } },
    });
    expect([exitCode, out]).toEqual([0, 'No scanned default branch uses it.\n']);
  });

  test('prints the answer of the service as JSON', async () => {
    const { out } = await runWith(['search', 'pkg:npm/minimist', '--json'], {
      [path]: { json: { items: [found('acme/shop')] } },
    });
    expect(JSON.parse(out)).toEqual({ purl: 'pkg:npm/minimist', items: [found('acme/shop')] });
  });

  test.each(['minimist', 'pkg:npm', 'pkg:npm/ x', `pkg:npm/${'x'.repeat(600)}`])(
    'refuses %j before any request',
    async (purl) => {
      const { exitCode, sent } = await runWith(['search', purl], {});
      expect([exitCode, sent]).toEqual([6, []]);
    },
  );
});
