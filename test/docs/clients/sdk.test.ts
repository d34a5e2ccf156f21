import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeService, json, problem, type Reply } from '#test/client/fake-service.ts';

const root = join(import.meta.dirname, '../../..');
const pages = ['docs/clients/sdk.md', 'lib/client/README.md'];

const blocks = (page: string, language: string): string[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```(\w*)\n(.*?)^```$/gms)]
    .filter(([, named]) => named === language)
    .map(([, , text = '']) => text);

/** A folder of a user who installed the client, with a file of each program of a page. */
const userFolder = (programs: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'sdk-'));
  mkdirSync(join(folder, 'node_modules/@scangate'), { recursive: true });
  symlinkSync(join(root, 'lib/client'), join(folder, 'node_modules/@scangate/client'));
  symlinkSync(join(root, 'node_modules/@types'), join(folder, 'node_modules/@types'));
  symlinkSync(join(root, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text);
  return folder;
};

/** The names that a program takes from what surrounds it. */
const surroundings = 'declare const rawBody: string;\ndeclare const request: Request;\n';

test('every program of the pages compiles with strict settings', () => {
  const texts = pages.flatMap((page) => blocks(page, 'ts'));
  expect(texts.length).toBeGreaterThan(4);
  const files = texts.map((text, at): [string, string] => {
    const imports = text.includes('import ')
      ? text
      : `import { createClient } from '@scangate/client';\n${text}`;
    return [`program-${at}.ts`, `${imports}\n${text.includes('rawBody') ? surroundings : 'export {};'}`];
  });
  const folder = userFolder(Object.fromEntries(files));
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: ['node'],
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
  };
  const include = files.map(([name]) => name);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: include }));
  const compiler = join(root, 'lib/client/node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
});

const scanId = '0197c0de-0000-7000-8000-000000000001';
const unit = (status: string): string =>
  `event: unit\ndata: ${JSON.stringify({ projectUnitId: 'u', path: 'web', status })}\n\n`;
const verdict = { scanId, verdict: 'FAIL', reason: 'critical_vulnerabilities_found', projectUnits: [] };
const stream: Reply = (response) =>
  response
    .writeHead(200, { 'content-type': 'text/event-stream' })
    .end(`${unit('running')}${unit('completed')}event: verdict\ndata: ${JSON.stringify(verdict)}\n\n`);
const findings = [
  { severity: 'critical', title: 'Prototype pollution in minimist' },
  { severity: 'high', title: 'Regular expression denial of service in semver' },
];

const run = async (program: string, url: string): Promise<{ code: number | null; output: string }> => {
  const folder = userFolder({ 'scan.ts': program });
  const env = { ...process.env, SCANGATE_URL: url, SCANGATE_TOKEN: 'sgs_canary' };
  const child = spawn(process.execPath, ['scan.ts'], { cwd: folder, env });
  let output = '';
  child.stdout.on('data', (piece: Buffer) => void (output += String(piece)));
  child.stderr.on('data', (piece: Buffer) => void (output += String(piece)));
  const code = await new Promise<number | null>((ended) => void child.on('close', ended));
  return { code, output };
};

test('the program of the page prints what the page says', async () => {
  const [page = ''] = pages;
  const { url, requests } = await fakeService([
    json(200, { repositoryId: 'r' }),
    json(201, { scanId }),
    stream,
    json(200, { items: findings }),
  ]);
  const { code, output } = await run(blocks(page, 'ts')[0] ?? '', url);
  expect(output).toBe(blocks(page, '')[0]);
  expect([code, requests.length]).toEqual([1, 4]);
});

test('the program of the page prints refusals, without the token', async () => {
  const { url } = await fakeService([problem(404, 'repository_not_found')]);
  const { code, output } = await run(blocks(pages[0] ?? '', 'ts')[0] ?? '', url);
  expect([code, output]).toEqual([1, 'repository_not_found: It is repository_not_found.\n']);
});
