import { describe, expect, test } from 'vitest';
import type { PackageEcosystem } from '@scangate/engines/model/component';
import { usageIn, type UnitOfCode } from './usage-fixtures.ts';

/** One package for each ecosystem, a file of code beside it, and ways to import the package that hide its name. */
const hidden: [PackageEcosystem, name: string, path: string, text: string][] = [
  ['npm', 'qs', 'a.js', "require('q' + 's')"],
  ['npm', 'qs', 'a.js', "require('\\x71s')"],
  ['npm', 'qs', 'a.mjs', "import q from '\\x71s'"],
  ['npm', 'qs', 'a.js', "const r = require; r('q' + 's')"],
  ['npm', 'qs', 'a.js', "module['require']('q' + 's')"],
  ['npm', 'qs', 'a.js', "main.require('q'.concat('s'))"],
  ['npm', 'qs', 'a.js', "eval('requ' + 'ire')('q' + 's')"],
  ['npm', 'qs', 'a.js', 'require(`q${n}`)'],
  ['npm', 'qs', 'a.coffee', 'require "q#{n}"'],
  ['npm', 'qs', 'bin/run', "#!/usr/bin/env node\nrequire('qs')"],
  ['npm', 'qs', 'bin/run', "#!/usr/bin/env unheard-of\nimport 'q'+'s'"],
  ['PyPI', 'nltk', 'a.py', "__import__('nl' + 'tk')"],
  ['PyPI', 'nltk', 'a.py', "import importlib\nimportlib.import_module('nl' 'tk')"],
  ['PyPI', 'nltk', 'a.py', "from importlib import import_module as m\nm('nl' + 'tk')"],
  ['PyPI', 'nltk', 'a.py', "from importlib import *\nimport_module('nl' + 'tk')"],
  ['PyPI', 'nltk', 'a.py', 'import os, \\\n  nltk'],
  ['PyPI', 'nltk', 'a.py', 'import n\u02e1tk'],
  ['PyPI', 'nltk', 'a.py', "exec('imp' + 'ort nltk')"],
  ['PyPI', 'nltk', 'a.py', "sys.modules['nl' + 'tk']"],
  ['PyPI', 'nltk', 'a.py', "pkgutil.resolve_name('nl' + 'tk')"],
  ['PyPI', 'nltk', 'bin/run', '#!/usr/bin/env python3\nimport nltk'],
  ['Go', 'gopkg.in/yaml.v2', 'a.go', 'package a\nimport y `gopkg.in/yaml.v2`'],
  ['Go', 'gopkg.in/yaml.v2', 'a.go', 'package a\nimport (\n\ty "gopkg.in\\x2fyaml.v2"\n)'],
  ['Maven', 'org.yaml:snakeyaml', 'A.java', 'Class.forName("org.ya" + "ml.snakeyaml.Yaml")'],
  ['Maven', 'org.yaml:snakeyaml', 'A.java', 'import org . yaml . snakeyaml . Yaml;'],
  ['Maven', 'org.yaml:snakeyaml', 'A.java', 'import org./**/yaml.snakeyaml.Yaml;'],
  ['Maven', 'org.yaml:snakeyaml', 'A.java', 'import org.\\u0079aml.snakeyaml.Yaml;'],
  ['Maven', 'org.yaml:snakeyaml', 'A.kt', 'import org.`yaml`.snakeyaml.Yaml'],
  ['crates.io', 'regex', 'a.rs', 'use {regex, time};'],
  ['crates.io', 'regex', 'a.rs', 'include!("x.txt");'],
  ['npm', 'qs', 'a.js', "r\\u0065quire('q' + 's')"],
  ['npm', 'qs', 'a.js', "r\\u{65}quire('q' + 's')"],
  ['npm', 'qs', 'a.js', "module['\\x72equire']('q' + 's')"],
  ['npm', 'qs', 'a.ts', "import { createJiti } from 'jiti';\ncreateJiti(url)(n)"],
  ['npm', 'qs', 'a.js', "require('jiti')(__filename)(n)"],
  ['npm', 'qs', 'a.js', "const f = require('import-fresh'); f(n)"],
  ['npm', 'qs', 'a.js', "jest.requireActual('q' + 's')"],
  ['npm', 'qs', 'a.ts', "await vi.importActual<typeof Q>(`q${'s'}`)"],
  ['npm', 'qs', 'a.js', "const { require: r } = module; r('q' + 's')"],
  ['npm', 'qs', 'a.js', "const { ['req' + 'uire']: r } = module; r('q' + 's')"],
  ['npm', 'qs', 'a.js', "const m = module; m[k]('q' + 's')"],
  ['npm', 'qs', 'a.js', "Reflect.get(module, k)('q' + 's')"],
  ['npm', 'qs', 'a.js', "module[k]('q' + 's')"],
  ['npm', 'qs', 'a.js', "process.mainModule[k]('q' + 's')"],
  ['npm', 'qs', 'a.js', "process.getBuiltinModule('mod' + 'ule')[k](f)('q' + 's')"],
  ['npm', 'qs', 'a.js', "import vm from 'node:vm'; vm.runInThisContext(text)"],
  ['npm', 'qs', 'a.js', "[].constructor.constructor('return ' + text)()"],
  ['npm', 'qs', 'a.js', "require('./vendor/copy')"],
  ['npm', 'qs', 'a.js', "import x from './x.min.js'"],
  ['npm', 'qs', 'bin/run', '#!/usr/bin/env -S node -r qs\n'],
  ['npm', 'qs', 'run.mjs', '#!/usr/bin/env -S node --import qs\n'],
  ['npm', 'qs', 'tool.xyz', "require('q' + 's')"],
  ['npm', 'qs', 'tool.xyz', "require('qs')"],
  ['npm', 'qs', 'tool.xyz', '#!/usr/bin/env unheard-of'],
  ['npm', 'qs', 'run.sh', 'node -r qs a.js'],
  ['npm', 'qs', 'run.sh', 'node <<E\nrequire("q" + "s")\nE'],
  ['npm', 'qs', 'Makefile', 'all:\n\tqs --now'],
  ['npm', 'qs', '.github/workflows/ci.yml', 'jobs: {a: {steps: [{run: node -r qs a.js}]}}'],
  ['npm', 'qs', 'package.json', '{"scripts":{"a":"node -e \\"require(\'q\' + \'s\')\\""}}'],
  ['npm', 'qs', 'x.json', '{"command": "node -r qs a.js"}'],
  ['npm', 'qs', 'x.json', '{"plugins": ["\\u0071s"]}'],
  ['npm', 'qs', 'a.html', "<script type=module>import('q' + 's')</script>"],
  ['npm', 'qs', 'a.css', '@import url(~qs/x.css);'],
  ['npm', 'qs', 'a.sass', '@import qs/x'],
  ['npm', 'qs', 'a.scss', "@import '\\71 s/x'"],
  ['npm', 'qs', 'a.py', 'run(["node", "-e", "require(\'qs\')"])'],
  ['PyPI', 'nltk', 'a.py', "\uff45xec('imp' + 'ort nltk')"],
  ['PyPI', 'nltk', 'a.py', '# coding: utf-7\n+AGkAbQBwAG8AcgB0- nltk'],
  ['PyPI', 'nltk', 'a.py', "e = exec\ne('imp' + 'ort nltk')"],
  ['PyPI', 'nltk', 'a.py', "import runpy\nrunpy.run_path('x.' + 'txt')"],
  ['PyPI', 'nltk', 'a.py', "__builtins__[k]('nl' + 'tk')"],
  ['PyPI', 'nltk', 'a.py', "subprocess.run([sys.executable, '-c', text])"],
  ['PyPI', 'nltk', 'a.py', "subprocess.run(['python3', '-c', text])"],
  ['PyPI', 'nltk', 'a.py', 'import os,\f nltk'],
  ['PyPI', 'nltk', 'a.py', `if 1:\n${' '.repeat(90)}import nltk`],
  ['PyPI', 'nltk', 'a.py', `import ${'a, '.repeat(50)}nltk`],
  ['PyPI', 'nltk', 'a.py', 'from app.vendor import x'],
  ['PyPI', 'nltk', 'n.ipynb', '{"source": ["import n\\u006ctk\\n"]}'],
  ['PyPI', 'nltk', 'run.sh', 'python -c "import nltk"'],
  ['PyPI', 'ruamel-yaml', 'a.py', 'from ruamel import yaml'],
  ['PyPI', 'nltk', 'x.txt', '#!/usr/bin/env python3\nimport nltk'],
  ['Go', 'gopkg.in/yaml.v2', 'a.go', 'package a\nimport "gopkg.in\\x2fyaml.v2" // c'],
  ['Go', 'gopkg.in/yaml.v2', 'a.go', 'package a\nimport (\n"fmt"; y "gopkg.in\\057yaml.v2" /* c */)'],
  ['Go', 'gopkg.in/yaml.v2', 'a.go', 'package a\nimport "gopkg.in/\\u0079aml.v2"; var a = 1'],
  ['npm', 'qs', 'angular.json', '{"scripts": ["node_modules/qs/dist/qs.min.js"]}'],
  ['npm', '@a/qs', 'angular.json', '{"styles": ["node_modules/@a/qs/c.css"]}'],
  ['npm', 'qs', 'b.html', '<script src="node_modules/qs/dist/qs.js"></script>'],
  ['npm', 'qs', 'b.js', "gulp.src('node_modules/qs/**')"],
  ['npm', 'qs', 'tsconfig.json', '{"paths": {"q": ["node_modules/qs"]}}'],
  ['Go', 'gopkg.in/yaml.v2', 'go.mod', 'module a\ntool gopkg.in/yaml.v2/x'],
  ['Maven', 'org.yaml:snakeyaml', 'A.java', 'class A { org.yaml\n  .snakeyaml.Yaml y; }'],
  ['Maven', 'org.yaml:snakeyaml', 'A.java', 'class A { org./* a */yaml // b\n.snakeyaml.Yaml y; }'],
  ['Maven', 'org.yaml:snakeyaml', 'A.java', 'Function<String, Class<?>> f = Class::forName;'],
  ['Maven', 'org.yaml:snakeyaml', 'A.scala', 'import org._\nnew yaml.snakeyaml.Yaml'],
  ['Maven', 'org.yaml:snakeyaml', 'A.scala', 'import org.yaml.{snakeyaml => s}'],
  ['Maven', 'org.yaml:snakeyaml', 'b.xml', '<bean class="org.&#121;aml.snakeyaml.Yaml"/>'],
  ['Maven', 'org.yaml:snakeyaml', 'b.properties', 'a=org.\\u0079aml.snakeyaml.Yaml'],
  ['Maven', 'org.yaml:snakeyaml', 'META-INF/services/a.b.C', 'org.yaml.snakeyaml.X'],
  ['Maven', 'org.yaml:snakeyaml', 'src/main/java/a/vendor/B.java', 'import org.yaml.snakeyaml.Yaml;'],
  ['crates.io', 'regex', 'a.rs', 'use r#regex as r;'],
  ['crates.io', 'regex', 'a.rs', 'use/**/regex as r;'],
  ['crates.io', 'regex', 'a.rs', 'macro_rules! m { ($a:ident) => { use $a as r; } } m!(regex);'],
  ['crates.io', 'regex', 'a.rs', '#[path = "x.txt"] mod x;'],
  ['Pub', 'http', 'a.dart', "import 'pack' 'age:http/http.dart';"],
  ['Pub', 'http', 'a.dart', "import '\\x70ackage:http/http.dart';"],
];
const beside: Partial<Record<PackageEcosystem, string>> = {
  npm: 'z.js',
  PyPI: 'z.py',
  Go: 'z.go',
  Maven: 'Z.java',
  'crates.io': 'z.rs',
  Pub: 'z.dart',
};

test.each(hidden)('%s: %s is not reported as unused beside %s with %s', (ecosystem, name, path, text) => {
  const files = { [path]: text, [beside[ecosystem] ?? '']: '' };
  expect(usageIn(files, { ecosystem, packages: [name] })[name]).not.toBe('not imported');
});

test('the standard library of Go is never reported as unused', () => {
  expect(usageIn({ 'a.go': 'package a' }, { ecosystem: 'Go', packages: ['stdlib'] })).toEqual({
    stdlib: 'unknown',
  });
});

test.each<[path: string, text: string]>([
  ['a.php', '<?php\nuse Acme\\{Mail\\Box};'],
  ['a.php', '<?php\nuse Acme as A; new A\\Mail\\Box;'],
  ['a.php', '<?php\nnamespace Acme; new Mail\\Box;'],
  ['a.php', "<?php\n$c = 'Acme\\\\Ma' . 'il\\\\Box';"],
  ['a.php', '<?php\n$c::send();'],
  ['a.php', '<?php\nrequire "x.txt";'],
  ['x.conf', 'handler: Acme\\Mail\\Box'],
])('Packagist: a package is not reported as unused beside %s with %s', (path, text) => {
  const packages = [{ name: 'acme/mail', autoload: { 'psr-4': { 'Acme\\Mail\\': 'src' } } }];
  const files = {
    [path]: text,
    'z.php': '<?php',
    'x.txt': '<?php new \\Acme\\Mail\\Box;',
    'composer.lock': JSON.stringify({ packages }),
  };
  const unit: UnitOfCode = { ecosystem: 'Packagist', packages: ['acme/mail'] };
  expect(usageIn(files, unit)['acme/mail']).not.toBe('not imported');
});

describe('a text for people', () => {
  const files = { 'a.js': "require('fs')", 'docs/use.md': "require('qs')", LICENSE: 'qs', 'x.bin': 'qs' };
  const qs: UnitOfCode = { ecosystem: 'npm', packages: ['qs'] };

  test('is not a use of the packages that it names', () => {
    expect(usageIn(files, qs)).toEqual({ qs: 'not imported' });
  });

  test('may use them if something runs the text', () => {
    for (const [path, text] of [
      ['b.js', "require('./docs/use.md')"],
      ['run.sh', 'node docs/use.md'],
      ['package.json', '{"scripts":{"a":"node docs/use.md"}}'],
    ] as const)
      expect(usageIn({ ...files, [path]: text }, qs)).toEqual({ qs: 'unknown' });
  });
});

test('code in an unreadable encoding makes every use unknown', () => {
  const ebcdic = Uint8Array.from({ length: 200 }, (_, at) => 0x81 + (at % 9));
  const snakeyaml: UnitOfCode = { ecosystem: 'Maven', packages: ['org.yaml:snakeyaml'] };
  expect(usageIn({ 'A.java': 'class A {}', 'B.java': ebcdic }, snakeyaml)).toEqual({
    'org.yaml:snakeyaml': 'unknown',
  });
  const russian = 'class A { String a = "Привет, как дела?"; }';
  expect(usageIn({ 'A.java': russian }, snakeyaml)).toEqual({ 'org.yaml:snakeyaml': 'not imported' });
});

test('a large text of an unknown kind makes every use unknown, and large data does not', () => {
  const qs: UnitOfCode = { ecosystem: 'npm', packages: ['qs'] };
  const large = 'a'.repeat(1024 * 1024 + 1);
  const code = { 'a.js': "require('fs')" };
  expect(usageIn({ ...code, 'tool.xyz': large }, qs)).toEqual({ qs: 'unknown' });
  expect(usageIn({ ...code, 'a.csv': large, 'b.xyz': new Uint8Array(large.length) }, qs)).toEqual({
    qs: 'not imported',
  });
});

test.each<[PackageEcosystem, string, string]>([
  ['npm', 'qs', '// what we require, and (as they require) more\nisFunction(a); redis.eval(b);'],
  ['PyPI', 'nltk', 'model.eval()\napp.exec()\n# from here, import nothing'],
  [
    'Maven',
    'org.yaml:snakeyaml',
    '/** You import this. Then more. */ import java.util.List;\nlist\n  .map(a);',
  ],
  ['Go', 'gopkg.in/yaml.v2', 'package a\nvar b = []string{\n"\\x00",\n}'],
  ['npm', 'qs', "module.exports = { a }; if (require.main === module) run('\\u001b[0m', '\\u00e4');"],
  ['npm', 'qs', "import a from './module'; import b from 'eslint-plugin-import'; a.importUsers('x');"],
  ['npm', 'qs', 'const { env } = process; app.use(requireUser(role)); [A].map((module) => module.id);'],
  ['PyPI', 'nltk', 'import re\nfrom importlib import metadata\nre.compile(a)\nsetup(entry_points={})'],
  ['Maven', 'org.yaml:snakeyaml', 'import a.b.C;\nclass A { String s = b\n  .c()\n  .d("org"); }'],
  ['crates.io', 'regex', '#[path = "b.rs"] mod b;\nuse std::fmt;\nlet a: [u8; 3] = [1, 2, 3];'],
  ['Pub', 'http', "import 'package:dio/dio.dart' as a;\nimport 'b.dart' show C;\nvar s = 'a' 'b';"],
])('%s: code without hidden imports leaves %s unused', (ecosystem, name, text) => {
  const files = { [beside[ecosystem] ?? '']: text, 'module.js': '' };
  expect(usageIn(files, { ecosystem, packages: [name] })[name]).toBe('not imported');
});

test('shell scripts leave a package unused', () => {
  const files = {
    'a.js': "require('fs')",
    'bin/run': '#!/usr/bin/env bash\nexec node a.js "$@"',
    LICENSE: 'Free.',
    'run.sh': '#!/bin/bash\ncd "$(dirname "${BASH_SOURCE[0]}")"\nexec node a.js',
    'b.rs': '#![allow(unused)]',
    '.gitmodules': 'path = crates/a',
  };
  expect(usageIn(files, { ecosystem: 'npm', packages: ['qs', 'ms'] })).toEqual({
    qs: 'not imported',
    ms: 'not imported',
  });
});
