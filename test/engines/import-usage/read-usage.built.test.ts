import { describe, expect, test } from 'vitest';
import type { PackageEcosystem } from '@scangate/engines/model/component';
import { usageIn } from './usage-fixtures.ts';

const lock = JSON.stringify({
  packages: [{ name: 'acme/mail', autoload: { 'psr-4': { 'Acme\\Mail\\': 'src' } } }],
});
const units = {
  npm: { name: 'qs', path: 'a.js', code: { 'z.js': '' } },
  PyPI: { name: 'nltk', path: 'a.py', code: { 'z.py': '' } },
  Go: { name: 'gopkg.in/yaml.v2', path: 'a.go', code: { 'z.go': 'package z' } },
  Maven: { name: 'org.yaml:snakeyaml', path: 'A.java', code: { 'Z.java': '' } },
  'crates.io': { name: 'regex', path: 'a.rs', code: { 'z.rs': '' } },
  Packagist: { name: 'acme/mail', path: 'a.php', code: { 'z.php': '<?php', 'composer.lock': lock } },
  Pub: { name: 'http', path: 'a.dart', code: { 'z.dart': '' } },
} as const;
type Ecosystem = keyof typeof units & PackageEcosystem;

const answer = (ecosystem: Ecosystem, files: Record<string, string>, skipped: string[] = []): string => {
  const { name, code } = units[ecosystem];
  const others = skipped.map((path) => ({ path, reason: 'other_unit' as const }));
  return usageIn({ ...code, ...files }, { ecosystem, packages: [name], skipped: others })[name] ?? '';
};

const spaces = ' '.repeat(500);

const built: Record<Exclude<Ecosystem, 'Pub'>, string[]> = {
  npm: [
    "const F = f['constr' + 'uctor']; F(code)()",
    "const k = 'constr' + /* x */ 'uctor'; f[k][k](code)()",
    "f[`${'con'}structor`](code)",
    "f[['con', 'structor'].join('')](code)",
    'const k = String.fromCharCode(99, 111); f[k][k](code)',
    "const k = atob('Y29uc3RydWN0b3I='); f[k][k](code)",
    "const k = 'rotcurtsnoc'.split('').reverse().join(''); f[k](code)",
    "const k = 'constructor'; f[k][k](code)",
    "this['ev' + 'al'](code)",
    '[eval][0](code)',
    'x = { eval }',
    'return eval',
    'eval.call(null, code)',
    'eval/**/(code)',
    'self.eval(code)',
    'x = { f: Function }',
    'Function.call(null, code)()',
    'new Function',
    'class A extends Function { constructor() { super(code) } }',
    "const { Worker: W } = require('worker_threads'); new W(code, options)",
    "import('data:text/javascript;base64,aW1wb3J0ICdxcyc=')",
    "import x from 'file:///srv/x.js'",
    "require('/srv/shared/x.js')",
    "require('child_process').execSync('node -e ' + code)",
    "require('child_process').spawn(process.execPath, ['-e', code])",
    "require('child_process').spawn('no' + 'de', ['-e', code])",
    "require('child_process').exec(command)",
    "require('child_process').spawn('node', ['-r', name])",
    "exec('node -r qs a.js')",
    "ignore('node_modules/' + name)",
    "const ignored = 'node_modules/' + name",
    "skip(['node_modules/' + name])",
    "load.test('node_modules')",
    "load('node_' + 'modules/' + name)",
    "require.extensions['.js'](module, file)",
    "arguments[1]('q')",
    'run.apply(null, arguments)',
    'arguments.callee.caller',
    'try { throw require } catch (r) { r(name) }',
    'export default require',
    "require`q${'s'}`",
    '__non_webpack_require__(name)',
    "const { Session } = require('inspector')",
  ],
  PyPI: [
    'importlib.import_module("nl" "tk")',
    `import_module("nl"${spaces}"tk")`,
    `import_module(${spaces}"nl" + "tk")`,
    `import_module${spaces}("nl" + "tk")`,
    'import_module(".tk", package)',
    'i = importlib\ngetattr(i, name)("x")',
    'vars(importlib)[name]("x")',
    'load = importlib.import_module\nload(name)',
    'from django.utils.module_loading import import_string as load',
    'map(import_string, names)',
    'getattr(f, "__glo" + "bals__")',
    'getattr(f, "__glo"\n  "bals__")',
    'globals()[name]',
    'x = {1: exec, exec: 2}',
    'import code\ncode.InteractiveInterpreter().runcode(c)',
    'import os, timeit\ntimeit.timeit(text)',
    'numpy.load("x", allow_pickle=True)',
    'yaml.load(text, Loader=Loader)',
    'import os\nos.system(command)',
    'import subprocess\nsubprocess.run(["bash", "-c", command])',
    'import subprocess\nsubprocess.run(f"python3 -c {text}", shell=True)',
    'import os\nos.environ["PYTHONSTARTUP"] = "x.txt"',
    'sys._getframe().f_builtins[name]',
  ],
  Go: ['package a\nimport "plugin"', '//go:generate go run gopkg.in/yaml.v2/x\npackage a'],
  Maven: [
    'Class.forName("org.yaml." + "snakeyaml.Yaml")',
    'String n = "org.ya" + "ml.snakeyaml.Yaml";',
    'Class.forName(String.join(".", "org", "yaml"))',
    'Class.class.getMethod(name).invoke(null, n)',
    'new SpelExpressionParser().parseExpression(text)',
    'new ProcessBuilder("java", n).start()',
    'ClassUtils.getClass(n)',
  ],
  'crates.io': [],
  Packagist: [
    "<?php $f = ['Ac' . 'me', 'x'];",
    "<?php implode('\\\\', ['Acme', 'Mail']);",
    "<?php $f = base64_decode('x'); $f();",
    '<?php require $path;',
    "<?php require '/srv/x.php';",
    "<?php system('php -r ' . $code);",
    '<?php `php -r $code`;',
  ],
};

describe('a name or code that is built leaves its language open', () => {
  test.each(
    Object.entries(built).flatMap(([ecosystem, texts]) =>
      texts.map((text): [Ecosystem, string] => [ecosystem as Ecosystem, text]),
    ),
  )('%s: %s', (ecosystem, text) => {
    expect(answer(ecosystem, { [units[ecosystem].path]: text })).not.toBe('not imported');
  });

  test.each<[Ecosystem, path: string, text: string]>([
    ['npm', 'run.sh', 'p=q; node -r "${p}s" a.js'],
    ['npm', 'run.sh', 'node -r q""s a.js'],
    ['npm', 'Makefile', 'all:\n\tnode -r $(P)s a.js'],
    ['npm', 'package.json', '{"scripts":{"a":"node -r q\'\'s a.js"}}'],
    ['npm', 'package.json', '{"scripts":{"a":"npx $P"}}'],
    ['npm', 'ci.yml', 'run: echo x | base64 -d | sh'],
    ['npm', 'Dockerfile', 'ENV NODE_OPTIONS="-r $P"'],
    ['npm', 'x.foo', 'f[k].call(eval, code)'],
    ['PyPI', 'run.sh', 'python -c "$CODE"'],
    ['PyPI', 'run.sh', 'echo x | base64 -d | python'],
    ['PyPI', 'run.sh', 'python - < x'],
    ['PyPI', 'run.sh', 'eval "$X"'],
    ['PyPI', 'a.ipynb', '{"cells":[{"source":["%run x.txt"]}]}'],
    ['PyPI', 'a.ipynb', '{"cells":[{"source":["import os\\n","imp","ort nltk"]}]}'],
    ['PyPI', 'x.so', ''],
    ['Go', 'Makefile', 'all:\n\tgo run $(P)/yaml.v2/cmd'],
    ['Maven', 'a.xml', '<bean class="${a}.snakeyaml.Yaml"/>'],
    ['Maven', 'a.xml', '<!ENTITY o "org.ya"><bean class="&o;ml.snakeyaml.Yaml"/>'],
    ['Maven', 'a.properties', 'a=org.ya\\\n  ml.snakeyaml.Yaml'],
    ['Maven', 'a.kt', 'Class.forName("$a.snakeyaml.Yaml")'],
    ['Maven', 'a.groovy', 'loader."load${x}"(n)'],
    ['Maven', 'libs/x.jar', ''],
  ])('%s: %s with %s', (ecosystem, path, text) => {
    expect(answer(ecosystem, { [path]: text })).not.toBe('not imported');
  });
});

test('a line of commands that is too long to be read leaves a language open', () => {
  expect(answer('npm', { 'run.sh': 'node a '.repeat(100_000) })).toBe('unknown');
});

test.each<[Ecosystem, text: string]>([
  ['npm', "f('a ' + 'b'); x[key]; x[i](y); 'a' + b; list.join(''); redis.eval(b); a instanceof Function;"],
  ['npm', '/**\n * @param {Function} done the evaluation of arguments, and a Function that ends it\n */'],
  ['npm', "const rules = { 'no-eval': 2 }; Function.prototype.call(f);"],
  ['npm', "import { execFile } from 'node:child_process'; execFile('git', ['log', '-e', x]);"],
  [
    'PyPI',
    'f("a", "b")\nx = "" "a"\ny = """text"""\nimportlib.import_module("os")\nyaml.load(t, Loader=SafeLoader)',
  ],
  ['PyPI', 'import subprocess\nsubprocess.run(["git", "log", branch], check=True)'],
  ['Maven', 'class A { String s = "a " + "b"; Object o = map.get(key); }'],
  ['Packagist', "<?php $s = 'a ' . 'b'; require __DIR__ . '/x.php'; $next($request);"],
])('%s: code that builds no names leaves a package unused: %s', (ecosystem, text) => {
  expect(answer(ecosystem, { [units[ecosystem].path]: text })).toBe('not imported');
});

test.each<[Ecosystem, path: string, text: string]>([
  ['npm', 'package.json', '{"scripts":{"a":"node -r dotenv a.js","b":"node -e \\"f()\\" && python -m x"}}'],
  ['npm', 'run.sh', 'cat a | node b.js\nnode --import ./x.mjs a.js'],
  ['PyPI', 'ci.yml', 'run: python -m pytest -x'],
])('%s: a plain command leaves a package unused: %s with %s', (ecosystem, path, text) => {
  expect(answer(ecosystem, { [path]: text })).toBe('not imported');
});

describe('code of another unit', () => {
  test.each<[Ecosystem, string]>([
    ['npm', 'b/*.js'],
    ['PyPI', 'b/*.py'],
    ['Maven', 'b/*.kt'],
    ['crates.io', 'b/*.rs'],
    ['Packagist', 'b/*.php'],
    ['Pub', 'b/*.dart'],
  ])('%s: leaves its language open if it lies below: %s', (ecosystem, pattern) => {
    const [, extension = ''] = pattern.split('.');
    expect(answer(ecosystem, {}, [pattern])).toBe('unknown');
    expect(answer(ecosystem, {}, [pattern.replace(extension, 'rb'), `../*.${extension}`])).toBe(
      'not imported',
    );
  });

  test('is no part of a module of Go', () => {
    expect(answer('Go', {}, ['b/*.go', '../*.go'])).toBe('not imported');
  });

  test.each<[Ecosystem, path: string, text: string]>([
    ['PyPI', 'a.py', 'import sys\nsys.path.append(str(Path(__file__).parent.parent / "shared"))'],
    ['PyPI', 'run.sh', 'PYTHONPATH=/srv/shared python a.py'],
    ['PyPI', 'run.sh', 'cd .. && python shared/x.py'],
    ['Packagist', 'a.php', "<?php require dirname(__DIR__, 2) . '/x.php';"],
    ['Maven', 'build.gradle', "sourceSets.main.java.srcDirs += '../shared/src'"],
  ])('%s: leaves its language open elsewhere if a path climbs: %s with %s', (ecosystem, path, text) => {
    const extensions = { PyPI: 'py', Packagist: 'php', Maven: 'java' } as Record<string, string>;
    expect(answer(ecosystem, { [path]: text })).toBe('not imported');
    expect(answer(ecosystem, { [path]: text }, [`../*.${extensions[ecosystem]}`])).toBe('unknown');
  });
});
