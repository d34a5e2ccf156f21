import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { measureAnnotatedRules } from './annotated-rules.ts';
import { measureLockfileCases } from './lockfile-cases.ts';

const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'floors-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
};

test('a mark is found by a finding up to the next one, and a finding at a harmless mark is false', () => {
  const query = '$db = new PDO($d);\n$db->query("SELECT * FROM t WHERE a = " . $_GET["a"]);';
  // What a caller passes is a finding of low confidence.
  const asked = 'function f($db, string $a) {\n  $db->query("SELECT * FROM t WHERE a = " . $a);\n}';
  const sample = [
    '<?php',
    `// ruleid: x\n${query}`,
    '// ruleid: x\nsleep(1);',
    `// ruleid: x\n${asked}`,
    `// ok: x\n${query}`,
    '// ok: x\nsleep(1);',
    `// ok: x\n${asked.replace('f(', 'g(')}`,
    `// todoruleid: x\n${query}`,
  ].join('\n');
  const folder = folderWith({
    'php/lang/security/a.php': sample,
    'php/lang/security/a.fixed.php': sample,
    'php/lang/security/audit/a.php': sample,
    'php/lang/style/a.php': sample,
  });
  const measured = measureAnnotatedRules(folder);
  const expected = { marks: 3, sure: { found: 1, false: 1 }, all: { found: 2, false: 2 } };
  expect([measured.get('php'), measured.get('all of them')]).toEqual([expected, expected]);
});

test('the packages of a case are compared by name and version, and the name of the next case is none', () => {
  const lock = (names: readonly string[]): string =>
    JSON.stringify({ packages: names.map((name) => ({ name, version: 'v1.0.0' })), 'packages-dev': [] });
  const entry = (name: string, version: string): string =>
    `\n\t\t\t\t{\n\t\t\t\t\tName:     "${name}",\n\t\t\t\t\tVersion:  "${version}",\n\t\t\t\t},`;
  const caseOf = (path: string, ...entries: string[]): string =>
    `\n\t\t{\n\t\t\tName: "a/case",\n\t\t\tInputConfig: extracttest.ScanInputMockConfig{\n\t\t\t\tPath: "testdata/${path}",\n\t\t\t},\n\t\t\tWantPackages: []*extractor.Package{${entries.join('')}\n\t\t\t},\n\t\t},`;
  const place = 'extractor/filesystem/language/php/composerlock';
  const folder = folderWith({
    [`${place}/composerlock_test.go`]: `${caseOf('one.json', entry('a/b', '1.0.0'))}${caseOf('two.json', entry('a/c', '1.0.0'), entry('a/d', '2.0.0'))}`,
    [`${place}/testdata/one.json`]: lock(['a/b']),
    [`${place}/testdata/two.json`]: lock(['a/c', 'a/d']),
  });
  expect(measureLockfileCases(folder).get('all of them')).toEqual({ cases: 2, packages: 3, found: 2 });
});
