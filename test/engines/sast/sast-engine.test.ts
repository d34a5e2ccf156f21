import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '@scangate/engines/model/gate/policy';
import { sastEngine } from '@scangate/engines/sast/sast-engine';
import { runs } from '#test/support/runs/samples.ts';
import { scanWith } from '../source-unit.ts';
import { languageModels } from '@scangate/engines/sast/dialects';
import { languages } from '@scangate/engines/model/gate/languages';
import { fileOf, scanCode, unitOf, weaknessesIn } from './scan-code.ts';
import { processorMs } from '#test/support/processor-time.ts';

const injection = `const { exec } = require('child_process');
app.get('/ping', (req, res) => {
  const host = req.query.host;
  exec('ping ' + host);
});
`;
const coverageOf = (contents: Parameters<typeof unitOf>[0]) => scanCode(unitOf(contents)).coverage;
const gapOf = (path: string, content: string | Uint8Array | undefined) => {
  const { findings, coverage } = scanCode(unitOf({ [path]: content, 'z/good.js': injection }));
  expect(findings.map(({ kind, ...finding }) => [kind, 'file' in finding && finding.file])).toContainEqual([
    'code',
    'z/good.js',
  ]);
  return { status: coverage.status, reason: coverage.gaps[0]?.reason };
};

describe('a finding', () => {
  test('has a message, position, flow and remedy', () => {
    expect(weaknessesIn({ 'src/a.js': injection })).toMatchObject([
      {
        kind: 'code',
        rule: 'js-command-injection',
        cwe: 'CWE-78',
        severity: 'critical',
        file: 'src/a.js',
        line: 4,
        column: 3,
        help: expect.stringContaining('execFile'),
        flow: [
          { line: 3, column: 16, message: 'value of the request' },
          { line: 3, message: 'assigned to `host`' },
          { line: 4, column: 3 },
        ],
      },
    ]);
  });

  test('keeps its fingerprint when lines move or layout changes; equal code has two fingerprints', () => {
    const fingerprints = (text: string) =>
      weaknessesIn({ 'a.js': text }).map(({ fingerprint }) => fingerprint);
    const before = fingerprints(injection);
    expect(before).toHaveLength(1);
    expect(fingerprints(`// a comment\n\n${injection}`)).toEqual(before);
    expect(fingerprints(injection.replace("'ping ' + host", "'ping '   +\n    host"))).toEqual(before);
    expect(fingerprints(injection.replaceAll('host', 'address'))).toEqual(before);
    const twice = fingerprints(injection + injection);
    expect(new Set(twice).size).toBe(2);
    expect(twice).toContain(before[0]);
  });

  test('in a test file is as severe as elsewhere, unless the policy of the organization lowers it', () => {
    const files = { 'test/a.test.js': injection };
    expect(weaknessesIn(files)).toMatchObject([{ severity: 'critical' }]);
    const policy = { ...defaultPolicy, testFolders: { code: 'medium' as const } };
    expect(scanWith(sastEngine, unitOf(files), { policy }).findings).toMatchObject([{ severity: 'medium' }]);
    expect(scanWith(sastEngine, unitOf({ 'a.js': injection }), { policy }).findings).toMatchObject([
      { severity: 'critical' },
    ]);
  });
});

describe('suppression', () => {
  test('by a comment applies to that rule only, with its reason', () => {
    const allowed = (comment: string) =>
      weaknessesIn({ 'a.js': injection.replace('  exec', `  // ${comment}\n  exec`) })[0]?.suppressed;
    expect(allowed('scangate:allow js-command-injection checked by the proxy: größer')).toEqual({
      by: 'scangate:allow',
      reason: 'checked by the proxy: größer',
    });
    expect(allowed('scangate:allow js-xss no')).toBeUndefined();
  });

  test('by .scangateignore applies to paths and rules', () => {
    const by = (line: string) =>
      weaknessesIn({ '.scangateignore': line, 'src/a.js': injection })[0]?.suppressed?.by;
    expect(by('src/')).toBe('.scangateignore');
    expect(by('sast:js-command-injection')).toBe('.scangateignore');
    expect(by('sast:* src/')).toBe('.scangateignore');
    expect(by('secrets:js-command-injection')).toBeUndefined();
    expect(by('lib/')).toBeUndefined();
  });
});

describe('coverage', () => {
  test('a unit without source files is not clean', () => {
    expect(coverageOf({ 'README.md': 'text' })).toEqual({
      scanType: 'sast',
      status: 'unassessed',
      assessed: 0,
      gaps: [{ reason: 'no source files' }],
      nothingToAssess: true,
    });
    expect(coverageOf({ 'a.lua': 'os.execute(x)' })).toMatchObject({
      status: 'unassessed',
      gaps: [{ reason: 'Lua: no rules for this language yet', file: 'a.lua' }],
    });
  });

  test('other languages make it partial', () => {
    expect(coverageOf({ 'a.js': '1', 'b.lua': '' })).toMatchObject({ status: 'partial', assessed: 1 });
  });

  test.each([
    ['a vendored folder', 'node_modules/x/index.js', injection],
    ['a version control folder', '.svn/a.js', injection],
    ['a minified name', 'dist/a.min.js', injection],
    ['one long line', 'lib.js', `${'var a=1;'.repeat(20_000)}${injection.replaceAll('\n', ' ')}`],
    ['a first line that says it is generated', 'a.js', `// @generated DO NOT EDIT\n${injection}`],
    ['a NUL byte', 'a.js', `/*\0*/${injection}`],
    ['hundreds of brackets in a comment', 'a.js', `/*${'('.repeat(1000)}*/${injection}`],
    ['hundreds of brackets in a string', 'a.js', `const a = "${'[{('.repeat(1000)}";\n${injection}`],
  ])('%s hides nothing', (_, path, text) => {
    const { findings, coverage } = scanCode(unitOf({ [path]: text }));
    expect(findings).toMatchObject([{ rule: 'js-command-injection', severity: 'critical' }]);
    expect(coverage).toMatchObject({ status: 'assessed', gaps: [] });
  });

  test('of more findings than a file may have the most severe are kept', () => {
    const weak = Array.from({ length: 300 }, (_, i) => `crypto.createHash('md5').update('${i}');`);
    const { findings } = scanCode(
      unitOf({ 'a.js': `const crypto = require('crypto');\n${weak.join('\n')}\n${injection}` }),
    );
    expect(findings).toHaveLength(200);
    expect(findings.filter(({ severity }) => severity === 'critical')).toHaveLength(1);
  });
});

describe('hostile files become a gap and do not affect other files', () => {
  const deep = (open: string, times: number) => open.repeat(times);
  test.each([
    ['unreadable', 'a.js', undefined, 'could not be read'],
    ['20 MB', 'a.js', 'x\n'.repeat(10_000_000), 'over 1 MB: not scanned'],
    ['one line of 10 MB', 'a.ts', 'x+'.repeat(5_000_000), 'over 1 MB: not scanned'],
    ['binary', 'a.js', Buffer.from([0x61, 0, 0x62, 0, 0, 0, 0, 0x63]), 'binary: not scanned'],
    ['endless records', 'a.js', deep('{a:\n', 200_000), 'nested too deeply: not scanned'],
    ['endless types', 'a.java', deep('A<', 100_000), 'nested too deeply: not scanned'],
    ['endless brackets', 'a.go', deep('(', 300_000), 'nested too deeply: not scanned'],
    [
      'a long chain of calls',
      'a.ts',
      `exec(req.query.x${'\n.b()'.repeat(5000)})`,
      'step or depth limit reached: scanned in part',
    ],
    [
      'nested ifs',
      'a.js',
      `exec(req.query);${'if(a)\n'.repeat(3000)}`,
      'step or depth limit reached: scanned in part',
    ],
    [
      'nested nots',
      'a.py',
      `os.system(request.args)\n${'x = not '}${'not '.repeat(20_000)}1\n`,
      'step or depth limit reached: scanned in part',
    ],
  ] as const)('%s', (_, path, content, reason) => {
    const text = typeof content === 'string' ? content : content && new Uint8Array(content);
    expect(gapOf(path, text).reason).toBe(reason);
  });

  test('a concatenation of thousands of parts is analyzed fully', () => {
    const parts = Array.from({ length: 5000 }, (_, index) => `'${index}'`).join(' +\n');
    const text = injection.replace("'ping ' + host", `${parts} + host`);
    expect(weaknessesIn({ 'a.js': text })).toHaveLength(1);
  });

  test.each(['utf16le', 'invalid UTF-8'])('%s is read', (encoding) => {
    const bytes =
      encoding === 'utf16le'
        ? Buffer.from(`\uFEFF${injection}`, 'utf16le')
        : Buffer.concat([Buffer.from(injection), Buffer.from([0x2f, 0x2f, 0xff, 0xfe, 0x0a])]);
    expect(weaknessesIn({ 'a.js': bytes })).toMatchObject([{ line: 4 }]);
  });

  test.each([
    ['a mark of UTF-16', Buffer.from([0xff, 0xfe])],
    ['a mark of UTF-16 and a NUL', Buffer.from([0xff, 0xfe, 0x61, 0])],
    ['text in UTF-16', Buffer.from(`\uFEFF${'// settings\n'.repeat(1_000)}`, 'utf16le')],
  ])('code of a language that runs what follows %s is read', (_name, before) => {
    const php = Buffer.concat([before, Buffer.from('<?php system($_GET["c"]);')]);
    expect(weaknessesIn({ 'a.php': php })).toMatchObject([{ rule: 'php-command-injection' }]);
  });

  test('a mark hides no gap of the code behind it', () => {
    const nested = `<?php if(0){$x=${'('.repeat(5_000)}1${')'.repeat(5_000)};}?><?php system($_GET["c"]);?>`;
    const marked = Buffer.concat([Buffer.from([0xff, 0xfe, 0]), Buffer.from(nested), Buffer.from([0])]);
    expect(scanCode(unitOf({ 'a.php': nested, 'b.js': 'f();' })).coverage.status).toBe('partial');
    expect(scanCode(unitOf({ 'a.php': marked, 'b.js': 'f();' })).coverage.status).toBe('partial');
  });

  test('a file over the step limit is reported, and the next file has the full limit', () => {
    const call = (i: number) => `f${i + 1}(b,c,a+'${i}');f${i + 1}(c,a,b);f${i + 1}(a,b,{x:c})`;
    const chain = Array.from({ length: 3000 }, (_, i) => `function f${i}(a,b,c){${call(i)}}`).join('\n');
    const { findings, coverage } = scanCode(unitOf({ 'a.js': injection + chain, 'b.js': injection }));
    expect(findings.map((finding) => 'file' in finding && finding.file)).toContain('b.js');
    expect(coverage).toMatchObject({
      status: 'partial',
      gaps: [{ reason: 'step or depth limit reached: scanned in part', file: 'a.js' }],
    });
  });

  test('functions with arbitrary mutual calls are analyzed in time', () => {
    const names = Array.from({ length: 40 }, (_, index) => `f${index}`);
    const text = `${names
      .map(
        (name) =>
          `function ${name}(a, b) { ${names.map((other) => `${other}(b, a + '${name}');`).join('\n')} }`,
      )
      .join('\n')}\n${injection}f0(req.query.a, req.body.b);\n`;
    const started = processorMs();
    expect(weaknessesIn({ 'a.js': text }).map(({ rule }) => rule)).toContain('js-command-injection');
    expect(processorMs() - started).toBeLessThan(10_000);
  });
});

test('arbitrary edits of a program never throw and always give coverage', () => {
  const samples = languages.flatMap((language) =>
    languageModels[language].rules.flatMap((rule) =>
      rule.positives.map((text) => ({ path: rule.sampleFile ?? fileOf[language], text })),
    ),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...samples),
      fc.nat(),
      fc.nat(30),
      fc.string({ maxLength: 10 }),
      ({ path, text }, at, length, put) => {
        const start = at % (text.length + 1);
        const { coverage } = scanCode(
          unitOf({ [path]: text.slice(0, start) + put + text.slice(start + length) }),
        );
        expect(coverage.gaps.filter(({ reason }) => reason === 'could not be read')).toEqual([]);
        expect(coverage.assessed).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: runs(400) },
  );
});
