import { describe, expect, test } from 'vitest';
import { componentCoverage } from '@scangate/engines/component-coverage';
import { readGradleScript } from '@scangate/engines/inventory/jvm/gradle-script';
import { inventoryOf, namesOf, reasonsOf } from '../inventory-fixtures.ts';

const dependency = "dependencies { implementation 'g:a:1' }\n";
const isFound = (text: string, path: string): boolean =>
  readGradleScript(text, path).declarations.some(({ coordinate }) => coordinate === 'g:a:1');

describe('what a script of Groovy quotes hides nothing that follows', () => {
  test.each([
    ['a slash and an asterisk', 'def scheme = /^https?:\\/\\/*/'],
    ['two slashes', String.raw`def scheme = ~/^https?:\//`],
    ['an argument', String.raw`x = y.replaceAll(/\/*$/, '')`],
    ['a quote', 'def quote = /"""/'],
    ['a keyword before it', 'def f() { return /"""/ }'],
    ['a string between dollars', "def x = $/ ''' $/$ /* $$/$"],
    ['a string of several lines', "def x = '''\\''' /* '''"],
    ['four quotes', 'def x = """a""""'],
    ['an expression with a brace', 'def x = "${y.replace(/\\}/, "}")} /* "'],
    ['divisions', 'def x = 4 /2; def y = list[0] /2; def z = f() / x /* 5 */'],
    ['a division in the next line of a list', 'def x = [a\n/ b, /"""/]'],
    ['a decrement', 'def x = i-- /2; def y = i - -/"""/'],
    ['a line that continues', "def x = \\\n  'a'"],
    ['escapes of letters', "// \\u00e4\ndef x = 'a\\u0022 \\u00e4' /* \\u000a C:\\users */"],
    ['a first line for a shell', "#!/usr/bin/env it's"],
  ])('%s', (_, line) => {
    const text = `${line}\n${dependency}`;
    expect(isFound(text, 'build.gradle')).toBe(true);
    expect(readGradleScript(text, 'build.gradle').isUnclear).toBe(false);
  });
});

describe('what a script of Kotlin quotes or comments hides nothing that follows', () => {
  test.each([
    ['comments in comments', '/* /* */ """ */'],
    ['a character', "val x = '\"'"],
    ['a name', 'val `"""` = 1'],
    ['a text with a backslash', 'val x = """\\"""'],
    ['a slash', 'val x = 1 /2'],
    ['an expression in a text', 'val x = "${properties["}"]}"'],
    ['dollar signs before a text', 'val x = $$"""${"""'],
    ['an expression that begins with two of them', 'val x = $$"""${ $${properties["""}"""]}"""'],
  ])('%s', (_, line) => {
    const text = `${line}\ndependencies { implementation("g:a:1") }\n`;
    expect(isFound(text, 'build.gradle.kts')).toBe(true);
    expect(readGradleScript(text, 'build.gradle.kts').isUnclear).toBe(false);
  });
});

describe('a script that cannot be read to its end is a gap', () => {
  test.each([
    ['a comment without an end', '/* x\n'],
    ['a string without an end', "def x = 'a\n"],
    ['a text without an end', 'def x = """a\n'],
    ['a slash without an end', 'def x = /a\n'],
    ['a word that only some versions reserve', 'def x = yield /2\n'],
    ['an escape that only some versions decode', 'd\\u0065pendencies { }\n'],
    ['a line in a comment that Groovy 2 ends', '// \\u000a x = 1\n'],
    ['a comment that Groovy 2 ends', '/* *\\uu002f x = 1 /* */\n'],
    ['a text that Groovy 2 ends', "def x = 'a\\u0027 + y + \\u0027'\n"],
    ['an expression that Groovy 2 finds', 'def x = "\\u0024{y}"\n'],
    ['strings in strings without end', `def x = ${'"${'.repeat(1000)}\n`],
    ['a statement that is too long', `def x = [${'a, '.repeat(6000)}]\n`],
  ])('%s', (_, text) => {
    const inventory = inventoryOf({ 'build.gradle': text });
    expect(reasonsOf(inventory.notes)).toEqual([
      'build.gradle: manifests that cannot be read (1): build.gradle',
    ]);
    expect(componentCoverage('sca', inventory, { assessed: 0, gaps: [] }).status).toBe('unassessed');
    const locked = inventoryOf({ 'build.gradle': text, 'gradle.lockfile': 'g:a:1=x\nempty=\n' });
    expect(reasonsOf(locked.notes)).toContain(
      'gradle.lockfile: manifests that cannot be read (1): build.gradle',
    );
  });

  test.each([
    ['a dependency', "dependencies {\n  implementation 'g:b:1', 'g\\u003aa:1'\n}\n", 'implementation'],
    ['a constraint', "dependencies { constraints { api 'g:a\\u0062:1' } }\n", 'api'],
    [
      'a strict version',
      "dependencies {\n  api('g:a') {\n    version { strictly '\\u0031' }\n  }\n}\n",
      'strictly',
    ],
    ['a plugin', "plugins { id 'g.\\u0061' version '1' }\n", 'id'],
    ['a text of Kotlin with dollar signs', 'dependencies { api($$"g:a$b:1") }\n', 'api'],
  ])('a name that is written with escapes: %s', (_, script, word) => {
    const path = script.includes('$$') ? 'build.gradle.kts' : 'build.gradle';
    expect(reasonsOf(inventoryOf({ [path]: script }).notes).join('\n')).toContain(
      `declarations that only an execution of the build would resolve (1): ${word}`,
    );
  });

  test('a variable that is written with escapes has no value', () => {
    const script = 'def n = \'\\u0061\'\ndependencies { implementation "g:$n:1" }\n';
    const inventory = inventoryOf({ 'build.gradle': script });
    expect(namesOf(inventory)).toEqual([]);
    expect(reasonsOf(inventory.notes)).toEqual([
      'build.gradle: entries that could not be understood (1): g:$n:1',
    ]);
  });
});

describe('a large script is read in linear time', () => {
  test.each([
    ['signs', '+'.repeat(1_000_000)],
    [
      'entries of a map with a long name',
      `${'a'.repeat(2_000_000)} = [${'a: 0, '.replace('0', "''").repeat(1200)}]`,
    ],
  ])('%s', (_, text) => {
    const start = performance.now();
    readGradleScript(`${text}\n${dependency}`, 'build.gradle');
    expect(performance.now() - start).toBeLessThan(5000);
  });

  test('a name that is too long has no value', () => {
    const { variables } = readGradleScript(`${'a'.repeat(201)} = [b: '1']\nc = [d: '2']\n`, 'build.gradle');
    expect([...variables.keys()]).toEqual(['c.d']);
  });
});

describe('a version that is stated in several ways is unknown', () => {
  test.each([
    ['a branch', "def v = '1'\nif (false) { v = '2' }\n", 'g:a:$v'],
    ['an assignment at the end', "def v = '1'\n", 'g:a:$v', "v = '2'\n"],
    ['a computed one', "def v = '2'\nv = System.getenv('V')\n", 'g:a:$v'],
    ['one that grows', "def v = '1'\nv += '.1'\n", 'g:a:$v'],
    ['an entry of a map', "ext.v = [a: '2']\nv['a'] = '1'\n", 'g:a:${v.a}'],
    ['an entry that is put', "ext.v = [a: '2']\nv.put('a', '1')\n", 'g:a:${v.a}'],
    ['constraints', "dependencies { constraints { api 'g:a:1'; api 'g:a:2' } }\n", 'g:a'],
  ])('%s', (_, before, coordinate, after = '') => {
    const script = `${before}dependencies { implementation "${coordinate}" }\n${after}`;
    expect(namesOf(inventoryOf({ 'build.gradle': script }))).toEqual(['g:a']);
  });

  test('a strict version that differs from the stated one', () => {
    const script = "dependencies {\n  implementation('g:a:2') {\n    version { strictly '1' }\n  }\n}\n";
    expect(namesOf(inventoryOf({ 'build.gradle': script }))).toEqual(['g:a']);
  });

  test('properties that differ from a script count in neither of the other scripts', () => {
    const contents = {
      'gradle.properties': 'v=2\n',
      'build.gradle': "subprojects { ext.v = '1' }\n",
      'x/build.gradle': 'dependencies { implementation "g:a:$v" }\n',
    };
    expect(namesOf(inventoryOf(contents))).toEqual(['g:a']);
  });

  test('one that is compared or set again to the same value is known', () => {
    const script = `def v = '1'\nif (v == '2' || v != '3') { v = '1' }\n`;
    const contents = { 'build.gradle': `${script}dependencies { implementation "g:a:$v" }\n` };
    expect(namesOf(inventoryOf(contents))).toEqual(['g:a@1']);
  });

  test('one that a script takes from gradle.properties is known', () => {
    const contents = {
      'gradle.properties': 'v=1\n',
      'build.gradle': 'def v = project.property(\'v\')\ndependencies { implementation "g:a:$v" }\n',
    };
    expect(namesOf(inventoryOf(contents))).toEqual(['g:a@1']);
  });
});
