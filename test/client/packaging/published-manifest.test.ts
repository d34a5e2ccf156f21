import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { isSampled } from '#test/support/runs/samples.ts';
import { publishedManifest, type Manifest } from '@scangate/client/packaging/published-manifest';

const root = join(import.meta.dirname, '../../..');
const source = join(root, 'lib/client');
const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

test('the published manifest names built files and what they need, and can be published', () => {
  expect(publishedManifest(readManifest(source))).toEqual({
    name: '@scangate/client',
    version: '0.1.0',
    description: expect.any(String),
    license: 'UNLICENSED',
    type: 'module',
    dependencies: { standardwebhooks: '1.1.1' },
    engines: { node: '>=22.21' },
    sideEffects: false,
    files: ['dist'],
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './webhooks': { types: './dist/webhooks.d.ts', default: './dist/webhooks.js' },
    },
  });
});

const receiver = `
import { verifyWebhook } from '@scangate/client/webhooks';

const event = verifyWebhook('{}', new Headers(), 'whsec_a');
export const verdict: string = event.type === 'scan.completed' ? event.data.verdict : event.id;
`;

const page = `
import { ApiProblem, createClient } from '@scangate/client';

const client = createClient({ baseUrl: 'https://scangate.example', token: async () => 't' });
export const verdictOf = async (scanId: string): Promise<'PASS' | 'FAIL' | 'ERROR' | null> =>
  (await client.waitForVerdict(scanId)).verdict;
export const titles = async (scanId: string): Promise<string[]> => {
  const found: string[] = [];
  for await (const { title } of client.items('list-findings', { params: { scanId } })) found.push(title);
  return found;
};
export const code = (error: unknown): string => (error instanceof ApiProblem ? error.code : '');
// @ts-expect-error There is no such operation.
void client.call('no-such-operation');
// @ts-expect-error The scan is named by its parameter.
void client.call('get-scan');
`;

describe('npm pack', () => {
  let folder: string;
  let copy: string;
  let names: string[];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'client-'));
    // A copy, because other tests read the manifest meanwhile.
    copy = join(folder, 'repository/lib/client');
    cpSync(source, copy, { recursive: true, filter: (path) => !path.includes('node_modules') });
    symlinkSync(join(source, 'node_modules'), join(copy, 'node_modules'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'repository/node_modules'));
    const environment = { ...process.env, npm_config_cache: join(folder, 'cache') };
    const packed = execFileSync('npm', ['pack', '--silent'], {
      cwd: copy,
      env: environment,
      encoding: 'utf8',
    });
    const installed = join(folder, 'user/node_modules/@scangate/client');
    mkdirSync(installed, { recursive: true });
    const archive = join(copy, packed.trim().split('\n').at(-1) ?? '');
    names = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' }).trim().split('\n');
    execFileSync('tar', ['xzf', archive, '-C', installed, '--strip-components', '1']);
    for (const name of ['standardwebhooks', '@stablelib', 'fast-sha256', '@types', 'undici-types'])
      symlinkSync(join(root, 'node_modules', name), join(folder, 'user/node_modules', name));
    writeFileSync(join(folder, 'user/package.json'), '{"type":"module"}');
  }, 60_000);

  test('leaves the folder unchanged', () => {
    expect(readManifest(copy)).toEqual(readManifest(source));
    expect(existsSync(join(copy, 'dist'))).toBe(false);
  });

  test('contains only plain JavaScript and declarations', () => {
    const others = names.filter(
      (name) => !/^package\/dist\/(?:generated\/)?[a-z-]+\.(?:js|d\.ts)$/.test(name),
    );
    expect(others.toSorted()).toEqual(['package/README.md', 'package/package.json']);
    expect(names).toContain('package/dist/generated/routes.js');
  });

  test('produces a module that Node runs without a compiler', () => {
    const script = `import { createClient } from '@scangate/client';
      import { verifyWebhook } from '@scangate/client/webhooks';
      const fetch = async (url, init) => Response.json({ items: [{ title: init.headers.Authorization }] });
      const client = createClient({ baseUrl: 'https://scangate.example', token: 't', fetch });
      for await (const { title } of client.items('list-findings', { params: { scanId: 's' } })) console.log(title);
      try { verifyWebhook('{}', {}, 'whsec_YQ=='); } catch (error) { console.log(error.message); }`;
    const run = ['--no-experimental-strip-types', '--input-type=module', '-e', script];
    const output = execFileSync(process.execPath, run, { cwd: join(folder, 'user'), encoding: 'utf8' });
    expect(output).toBe('Bearer t\nMissing required headers\n');
  });

  const users: [string, string, string, string[]][] = [
    ['a page', 'bundler', page, []],
    ['a module', 'nodenext', page, []],
    ['a receiver of webhooks', 'nodenext', receiver, ['node']],
  ];

  // A compiler takes seconds: `npm test` runs one of them, and another one on the next day.
  test.each(users.filter((_one, index) => isSampled(index, users.length)))(
    'has types that a strict compiler accepts for %s',
    (_user, resolution, program, types) => {
      const user = join(folder, 'user');
      writeFileSync(join(user, 'user.ts'), program);
      const compilerOptions = {
        target: 'es2022',
        lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
        types,
        module: resolution === 'bundler' ? 'esnext' : resolution,
        moduleResolution: resolution,
        strict: true,
        noEmit: true,
        exactOptionalPropertyTypes: true,
      };
      writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['user.ts'] }));
      const compiler = join(source, 'node_modules/typescript/bin/tsc');
      const { stdout } = spawnSync(process.execPath, [compiler, '-p', user], { encoding: 'utf8' });
      expect(stdout).toBe('');
    },
  );
});
