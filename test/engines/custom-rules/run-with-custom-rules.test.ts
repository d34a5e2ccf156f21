import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { crc32Base62 } from '@scangate/engines/model/base62-checksum';
import type { CustomCodeRule, CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { SourceScanType } from '@scangate/engines/model/scan-type';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import {
  compileSecretRules,
  type CompiledSecretRules,
} from '@scangate/engines/custom-secret-rules/compile-secret-rules';
import { searchText, type LeakChooser } from '@scangate/engines/custom-secret-rules/search-text';
import { loadEngineWithRules } from '@scangate/engines/source-engines';
import { parseIgnoreFile } from '@scangate/engines/suppression/ignore-file';
import { rawZip } from '#test/support/evidence/raw-zip.ts';
import { acmeFlow, acmeSecret, acmeToken, noVerification } from '#test/support/rules/custom-rules.ts';

const filesOf = (texts: Readonly<Record<string, string | Buffer>>): SourceFiles => ({
  entries: Object.entries(texts).map(([path, text]) => ({ path, sizeBytes: Buffer.byteLength(text) })),
  read: (path) => {
    const content = texts[path] ?? '';
    return typeof content === 'string' ? Buffer.from(content) : content;
  },
});

const run = async (
  type: SourceScanType,
  texts: Readonly<Record<string, string | Buffer>>,
  { rules, ignore = '' }: { rules: readonly CustomRule[]; ignore?: string },
) => {
  const files = filesOf(texts);
  const { engine } = await loadEngineWithRules(type, files, rules);
  const ignoreFile = parseIgnoreFile(Buffer.from(ignore));
  return { ...engine.run({ files, ignoreFile, lineKey: 'key' }), ignoreFile, version: engine.version };
};

const all: LeakChooser = { takes: () => true, isFull: () => false };
const search = (text: string, compiled: CompiledSecretRules, work = { steps: 0, limit: 1e9 }) =>
  searchText(Buffer.from(text), compiled, { work, chooser: all });

const body = ['sgs', 'q7Zp2LxW9dKt4RvB6nYc8HmF3jGs5A'].join('_');
const token = `${body}${crc32Base62(body)}`;
const everything = { ...acmeToken, id: 'all', keywords: ['sgs', 'let'], expression: '[A-Za-z_]{4,}' };

const weak = `const { exec } = require('child_process');
const app = require('express')();
app.get('/', (req, res) => { exec('ls ' + req.query.dir); });
`;

describe('rules of an organization hide nothing of the engine', () => {
  test('a less severe rule over the same secret is a second finding', async () => {
    const mild = { ...everything, severity: 'low' as const };
    const { findings } = await run('secrets', { 'a.env': `TOKEN=${token}\n` }, { rules: [mild] });
    const ofToken = findings
      .filter(({ line }) => line === 1)
      .map(({ rule, severity }) => `${rule} ${severity}`);
    expect(ofToken).toContain('scangate-token critical');
    expect(ofToken).toContain('custom/all low');
  });

  test('a rule searches each entry of an archive that begins with a readable one', async () => {
    const text = 'the words of a long text\n'.repeat(500);
    const zip = rawZip([
      { path: 'README', text, packed: deflateRawSync(text, { level: 0 }) },
      { path: 'a.env', text: `TOKEN=${acmeSecret}\n` },
    ]);
    const { findings } = await run('secrets', { 'backup.bak': zip }, { rules: [acmeToken] });
    const own = findings.filter(({ rule }) => rule === 'custom/acme-token');
    expect(own).toMatchObject([{ file: 'backup.bak!/a.env', line: 1 }]);
  });

  test('sources and sanitizers of a rule do not change those of the engine', async () => {
    const rule: CustomCodeRule = {
      ...acmeFlow,
      language: 'javascript',
      sources: [{ read: 'nothing.here' }],
      sinks: [{ call: 'child_process.exec' }],
      sanitizers: ['*.get', 'exec'],
    };
    const alone = await run('sast', { 'a.js': weak }, { rules: [] });
    const beside = await run('sast', { 'a.js': weak }, { rules: [rule] });
    expect(alone.findings.length).toBeGreaterThan(0);
    expect(beside.findings).toEqual(alone.findings);
    expect(beside.version).not.toBe(alone.version);
  });
});

describe('a rule that matches everything', () => {
  const words = 'let wordsOfText = othersOfText;\n'.repeat(200);

  test('lists 50 findings of a file, and reports the rest as omitted', async () => {
    const texts = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`f${index}.txt`, words]));
    const { findings, coverage, files, lost } = await run('secrets', texts, { rules: [everything] });
    const own = findings.filter(({ rule }) => rule === 'custom/all');
    expect(own).toHaveLength(600);
    expect(own.filter(({ file }) => file === 'f0.txt')).toHaveLength(50);
    expect(coverage.status).toBe('partial');
    expect(coverage.gaps.map(({ reason }) => reason)).toEqual([
      'more findings of custom/all than are listed',
    ]);
    expect(files.assessed).toEqual([]);
    expect(files.unassessed).toHaveLength(12);
    expect(lost).toHaveLength(12);
  });

  test('hides no finding behind those of samples, or behind suppressed ones', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 45 }, (_, index) => [`${index % 2 ? 'a/test' : 'b/docs'}/f${index}.txt`, words]),
    );
    const texts = { ...many, 'z.txt': words };
    const ignore = 'secrets:custom/all b/docs/**\n';
    const { findings } = await run('secrets', texts, { rules: [everything], ignore });
    const ofFile = (file: string) => findings.filter((one) => one.file === file && one.rule === 'custom/all');
    expect(ofFile('z.txt')).toHaveLength(50);
    const commented = `${'let wordsOfText; // scangate:allow custom/all agreed\n'.repeat(60)}let wordsOfText;\n`;
    const one = await run('secrets', { 'a.js': commented }, { rules: [everything] });
    expect(one.findings.some(({ rule, line }) => rule === 'custom/all' && line === 61)).toBe(true);
  });

  test('takes work proportional to the text, even in one line full of keywords', () => {
    const compiled = compileSecretRules([everything]);
    const stepsOf = (count: number): number => {
      const work = { steps: 0, limit: Number.MAX_SAFE_INTEGER };
      search('let'.repeat(count), compiled, work);
      return work.steps;
    };
    const [once, twice] = [stepsOf(20_000), stepsOf(40_000)];
    expect(twice / once).toBeLessThan(2.1);
    expect(once).toBeLessThan(60_000 * 2.2 * 100);
  });

  test('creates no findings beyond those that it lists', () => {
    const compiled = compileSecretRules([everything]);
    const text = Buffer.from('let'.repeat(100_000));
    const taken: number[] = [];
    const chooser: LeakChooser = {
      isFull: () => taken.length >= 100,
      takes: ({ start }) => taken.push(start) <= 10,
    };
    const work = { steps: 0, limit: Number.MAX_SAFE_INTEGER };
    expect(searchText(text, compiled, { work, chooser })).toHaveLength(10);
    expect(taken).toHaveLength(100);
  });

  test('ends at the limit of steps', () => {
    const work = { steps: 0, limit: 1_000 };
    expect(search(words, compileSecretRules([everything]), work)).toBeUndefined();
  });
});

test('a secret is found in a long line, even on the boundary of two windows', () => {
  const compiled = compileSecretRules([acmeToken]);
  for (const before of [0, 1_010, 1_024, 2_040, 5_000, 100_000]) {
    const text = `${'x'.repeat(before)} ${acmeSecret} ${'y'.repeat(3_000)}`;
    const found = search(text, compiled);
    expect(found?.map(({ start }) => start)).toEqual([before + 1]);
  }
});

test('no number of allowed values in front of a secret hides it', () => {
  const rule = { ...acmeToken, expression: 'acme_[a-z0-9]{4,16}', allow: ['^acme_0000$'] };
  const text = `${'acme_0000 '.repeat(190)}${acmeSecret}`;
  const found = search(text, compileSecretRules([rule]));
  expect(found?.map(({ start }) => start)).toEqual([1_900]);
});

test('entropy and the allow list decide; the group named secret is the secret', () => {
  const rule = {
    ...acmeToken,
    expression: 'acme_(?P<secret>[a-z0-9]{16})',
    entropy: 3,
    allow: ['^h3k8'],
  };
  const find = (text: string) =>
    search(text, compileSecretRules([rule]))?.map(({ start, end }) => text.slice(start, end));
  expect(find('acme_q7zp2lxw9dkt4rvb')).toEqual(['q7zp2lxw9dkt4rvb']);
  expect(find('acme_aaaaaaaaaaaaaaaa')).toEqual([]);
  expect(find(acmeSecret)).toEqual([]);
});

test('no reason of a suppression repeats a secret that such a rule finds', async () => {
  const text = `ACME = "${acmeSecret}" # scangate:allow custom/acme-token for ${acmeSecret}\n`;
  const ignore = `secrets:custom/acme-token a.py # for ${acmeSecret.slice(0, 12)}\n`;
  const { comments, ignoreFile, findings } = await run(
    'secrets',
    { 'a.py': text },
    { rules: [acmeToken], ignore },
  );
  expect(findings.map(({ rule }) => rule)).toContain('custom/acme-token');
  expect(JSON.stringify([comments, ignoreFile.entries, findings])).not.toContain(acmeSecret.slice(5, 12));
});

test('no reason is kept for a file with more secrets than are listed', async () => {
  const many = Array.from({ length: 1_100 }, (_, index) => `let secretNumber${index.toString(36)}x;`).join(
    '\n',
  );
  const text = `let wordsOfText; // scangate:allow custom/all agreed\n${many}\n`;
  const { comments } = await run(
    'secrets',
    { 'a.js': text },
    { rules: [{ ...everything, expression: '\\w{4,}' }] },
  );
  expect(comments.map(({ reason }) => reason)).toEqual(['…']);
});

test('code that another file makes dangerous is counted once', async () => {
  const line = 'acme.run(acme.read())\n';
  const texts = {
    'app.py': `import acme\nfrom lib import work\nwork(acme.read())\n${line.repeat(60)}`,
    'lib.py': `import acme\n\ndef work(text):\n    acme.run(text)\n${line.repeat(49)}`,
  };
  const { findings } = await run('sast', texts, { rules: [acmeFlow] });
  expect(findings.map(({ file }) => file).filter((file) => file === 'lib.py')).toHaveLength(50);
  expect(findings).toHaveLength(100);
});

test('a flow goes through files, and shows its steps', async () => {
  const texts = {
    'app.py': 'import acme\nfrom lib import work\nwork(acme.read())\n',
    'lib.py': 'import acme\n\ndef work(text):\n    acme.run(text)\n',
  };
  const { findings } = await run('sast', texts, { rules: [acmeFlow] });
  expect(findings).toMatchObject([{ rule: 'custom/acme-flow', file: 'lib.py', line: 4, cwe: 'CWE-710' }]);
});

test('a pattern follows import names, and equal metavariables stand for equal code', async () => {
  const twice: CustomCodeRule = { ...noVerification, id: 'twice', pattern: 'acme.same($A, $A)' };
  const text = `from acme import connect as join, same
join("a", verify=False)
same(x.y[1], x.y[1])
same(x.y[1], x.y[2])
`;
  const { findings } = await run('sast', { 'a.py': text }, { rules: [noVerification, twice] });
  expect(findings.map(({ rule, line }) => `${rule} ${line}`)).toEqual([
    'custom/no-verification 2',
    'custom/twice 3',
  ]);
});
