import { expect, test } from 'vitest';
import { baseCommitHash, baseWorld, leakedKey, lock } from './base-world.ts';

type Files = Record<string, string>;

const clean = { 'package-lock.json': lock({ right: '1.0.0' }) };

/** Scans a commit beside the default branch, with and without a base. */
const scanChange = async (base: Files, head: Files) => {
  const files = { head: { ...clean, ...head }, base: { ...clean, ...base }, withSast: true };
  const { ended: alone } = await baseWorld(files, {}).scanHead();
  const { ended } = await baseWorld(files, { baseCommitHash }).scanHead();
  expect(ended?.verdict?.reasons).toEqual(alone?.verdict?.reasons);
  return [ended?.verdict?.reasons, ended?.pullRequestCheck?.reasons];
};

const key = (letter?: string): string => `export AWS_ACCESS_KEY_ID=${leakedKey(letter)}\n`;
const secret = ['critical_secrets_found'];
const nothing = ['no_issues_found'];
const noNew = ['no_new_issues'];

test.each([
  ['a test folder', 'test/deploy.sh'],
  ['a test folder of another unit', 'web/fixtures/deploy.sh'],
  ['documentation', 'docs/deploy.md'],
])('a secret that moves into %s keeps its severity, with and without a base', async (_, path) => {
  const moved = await scanChange(
    { 'deploy.sh': key(), 'web/package-lock.json': lock({}) },
    { [path]: `# by hand\n${key()}`, 'web/package-lock.json': lock({}) },
  );
  expect(moved).toEqual([secret, noNew]);
});

test('a secret that the reviewed side never had is judged at its own path', async () => {
  expect(await scanChange({}, { 'test/deploy.sh': key() })).toEqual([nothing, noNew]);
  const other = await scanChange({ 'deploy.sh': key('X') }, { 'test/deploy.sh': key() });
  expect(other).toEqual([nothing, noNew]);
});

test('a secret that is removed while its copy in a test stays unchanged is fixed', async () => {
  const copy = { 'test/deploy.sh': key() };
  const { ended } = await baseWorld({
    head: { ...clean, ...copy, 'test/other.sh': 'true\n' },
    base: { ...clean, ...copy, 'deploy.sh': key() },
  }).scanHead();
  expect(ended?.verdict?.reasons).toEqual(nothing);
  expect(ended?.pullRequestCheck).toMatchObject({
    reasons: noNew,
    fixed: { secrets: { total: 1, critical: 1 } },
    introduced: { secrets: { total: 0 } },
  });
  const edited = await scanChange(
    { ...copy, 'deploy.sh': key() },
    { 'test/deploy.sh': `# edited\n${key()}` },
  );
  expect(edited).toEqual([nothing, noNew]);
});

test('a secret that moves into a folder covered by a reviewed entry counts; a new one there does not', async () => {
  const entries = { '.scangateignore': 'vendor/\n' };
  const moved = await scanChange(
    { ...entries, 'deploy.sh': key() },
    { ...entries, 'vendor/deploy.sh': key() },
  );
  expect(moved).toEqual([secret, noNew]);
  expect(await scanChange(entries, { ...entries, 'vendor/deploy.sh': key() })).toEqual([nothing, noNew]);
  const alwaysThere = { ...entries, 'vendor/deploy.sh': key() };
  expect(await scanChange(alwaysThere, { ...alwaysThere, 'a.txt': 'a' })).toEqual([nothing, noNew]);
});

test('a secret that a reviewed entry or comment allowed stays allowed when it moves together with it', async () => {
  const entries = { '.scangateignore': 'old.sh\nvendor/\n' };
  const moved = await scanChange({ ...entries, 'old.sh': key() }, { ...entries, 'vendor/old.sh': key() });
  expect(moved).toEqual([nothing, noNew]);
  const allowed = `${key().trim()} # scangate:allow aws-access-key-id of the tests\n`;
  expect(await scanChange({ 'a.sh': allowed }, { 'test/b.sh': allowed })).toEqual([nothing, noNew]);
});

const handler = (source: string): string =>
  `const { exec } = require('child_process');
app.get('/ping', (req, res) => {
  const host = ${source};
  exec('ping ' + host); // scangate:allow js-command-injection the host is fixed
});
`;
const weakness = ['critical_vulnerabilities_found'];

test('a weakness that moves into a folder covered by a reviewed entry counts', async () => {
  const entries = { '.scangateignore': 'vendor/\n' };
  const code = handler('req.query.host').replace(' // scangate:allow', ' //');
  const moved = await scanChange({ ...entries, 'a.js': code }, { ...entries, 'vendor/a.js': code });
  expect(moved).toEqual([weakness, noNew]);
});

test('a reviewed comment does not cover a weakness that a changed source above it causes', async () => {
  const changed = await scanChange({ 'a.js': handler(`'localhost'`) }, { 'a.js': handler('req.query.host') });
  expect(changed).toEqual([weakness, ['introduced_vulnerabilities']]);
  const other = await scanChange(
    { 'a.js': handler('process.argv[2]') },
    { 'a.js': handler('req.query.host') },
  );
  expect(other).toEqual([weakness, ['introduced_vulnerabilities']]);
});

test('a reviewed comment covers its weakness in a file that changed elsewhere', async () => {
  const file = handler('req.query.host');
  expect(await scanChange({ 'a.js': file }, { 'a.js': `// more\n${file}` })).toEqual([nothing, noNew]);
  expect(await scanChange({ 'a.js': file }, { 'src/a.js': file })).toEqual([nothing, noNew]);
});

const callee = `const { exec } = require('child_process');
exports.ping = (host) => {
  exec('ping ' + host); // scangate:allow js-command-injection only called with constants
};
`;
const caller = (source: string): string =>
  `const { ping } = require('./ping');
app.get('/ping', (req, res) => {
  ping(${source});
});
`;

test('a reviewed comment does not cover what a changed caller in another file passes', async () => {
  const files = (source: string) => ({ 'ping.js': callee, 'app.js': caller(source) });
  expect(await scanChange(files(`'localhost'`), files('req.query.host'))).toEqual([
    weakness,
    ['introduced_vulnerabilities'],
  ]);
  const reviewed = files('req.query.host');
  const edited = { ...reviewed, 'ping.js': `// more\n${callee}` };
  expect(await scanChange(reviewed, edited)).toEqual([nothing, noNew]);
});

test('when the reviewed side cannot be read, no secret is less severe because of its folder', async () => {
  const world = baseWorld({ head: { ...clean, 'test/deploy.sh': key() }, base: clean }, {});
  world.world.sources.commits.delete(baseCommitHash);
  expect((await world.scanHead()).ended?.verdict?.reasons).toEqual(secret);
});

test('no_new_issues: a rename of 10,000 files, with a secret among them, introduces and fixes nothing', async () => {
  const files = (folder: string): Files => ({
    [`${folder}/deploy.sh`]: key(),
    ...Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`${folder}/${at}.txt`, `text ${at}\n`])),
  });
  const { ended } = await baseWorld({
    head: { ...clean, ...files('test/new') },
    base: { ...clean, ...files('old') },
  }).scanHead();
  expect(ended?.verdict?.reasons).toEqual(secret);
  expect(ended?.pullRequestCheck).toMatchObject({
    reasons: noNew,
    introduced: { secrets: { total: 0 } },
    fixed: { secrets: { total: 0 } },
    coverageDropped: [],
  });
}, 60_000);
