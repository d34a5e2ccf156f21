import { expect, test } from 'vitest';
import type { PackageEcosystem } from '@scangate/engines/model/component';
import { usageIn, type UnitOfCode } from './usage-fixtures.ts';

const code: Partial<Record<PackageEcosystem, Record<string, string>>> = {
  npm: { 'z.js': "require('fs')" },
  Go: { 'z.go': 'package z\nimport "fmt"' },
  'crates.io': { 'z.rs': 'use std::fmt;' },
};
const used = 'github.com/golang-jwt/jwt';

test.each<[PackageEcosystem, name: string, path: string, text: string]>([
  ['Go', used, 'go.mod', `module a\nreplace github.com/dgrijalva/jwt-go => ${used} v3.2.1+incompatible`],
  ['Go', used, 'go.mod', `module a\nreplace (\n\tgithub.com/dgrijalva/jwt-go v3.2.0 => "${used}" v3.2.1\n)`],
  ['Go', used, 'go.work', `use .\nreplace github.com/dgrijalva/jwt-go => ${used} v3.2.1`],
  ['crates.io', 'regex', 'Cargo.toml', '[dependencies]\nq = { "package" = "regex" }'],
  ['crates.io', 'regex', 'Cargo.toml', '[dependencies]\nq = { package = "\\u0072egex" }'],
  ['npm', 'qs', 'package.json', '{"dependencies":{"q":"npm:qs"}}'],
  ['npm', 'qs', 'package.json', '{"dependencies":{"q":"npm:\\u0071s@6"}}'],
  ['npm', 'qs', 'package.json', '{"dependencies":{"q":"ljharb/qs#v6"}}'],
  ['npm', 'qs', 'package.json', '{"dependencies":{"q":"git+ssh://git@github.com/ljharb/qs.git"}}'],
  ['npm', '@a/qs', 'package.json', '{"dependencies":{"q":"npm:@a/qs"}}'],
  ['npm', 'qs', 'pnpm-workspace.yaml', 'catalog:\n  q: npm:qs@6.0.0'],
  ['npm', 'qs', '.yarnrc.yml', 'catalogs:\n  a:\n    q: "npm:qs@6"'],
  ['npm', 'qs', 'deno.json', '{"imports":{"q":"npm:qs@6"}}'],
  ['npm', 'qs', 'deno.json', '{"imports":{"q":"https://esm.sh/qs@6"}}'],
  ['npm', 'qs', 'any.json', '{"q":"npm:qs"}'],
  ['npm', 'qs', 'a.mjs', 'import q from "npm:qs@6"'],
  ['npm', 'qs', 'a.mjs', 'import q from "npm:/qs@6/lib"'],
  ['npm', '@a/qs', 'a.mjs', 'import q from "npm:@a/qs"'],
  ['npm', '@a/qs', 'a.mjs', 'import q from "https://cdn.example/npm/@a/qs@1.0.0/+esm"'],
  ['npm', 'qs', 'a.mjs', 'import q from "https://esm.sh/%71s"'],
  ['npm', '@a/qs', 'a.mjs', 'import q from "https://esm.sh/%40a%2Fq%73@6"'],
  ['npm', 'qs', 'a.mjs', 'import q from "./%6eode_modules/qs/index.js"'],
  ['npm', 'qs', 'package.json', '{"dependencies":{"q":"https://git.example/a/%71s.git"}}'],
  ['npm', 'qs', 'a.html', '<script src="/node_modules/%71s/dist/x.js"></script>'],
  ['npm', 'qs', 'a.html', '<script src="//cdn.example/combine/npm/qs@6,npm/x"></script>'],
])('%s: %s is not reported as unused if it is used under another name: %s with %s', (...given) => {
  const [ecosystem, name, path, text] = given;
  const files = { ...code[ecosystem], [path]: text };
  expect(usageIn(files, { ecosystem, packages: [name] })).toEqual({ [name]: 'unknown' });
});

test('a package that a manifest lists under its own name stays unused', () => {
  const packages = ['qs', '@a/b'];
  const list = { qs: '^6', '@a/b': '1' };
  const files = {
    ...code.npm,
    'package.json': JSON.stringify({ dependencies: list }, undefined, 1),
    'pnpm-workspace.yaml': 'packages:\n  - "x/*"',
  };
  expect(usageIn(files, { ecosystem: 'npm', packages })).toEqual({
    qs: 'not imported',
    '@a/b': 'not imported',
  });
});

test('a script in a list of packages may use one of them', () => {
  const list =
    '[project]\ndependencies = [\n  "requests",\n  "flask",\n]\n[tool.tasks]\na = "python -m flask"';
  const unit: UnitOfCode = { ecosystem: 'PyPI', packages: ['requests', 'flask'] };
  expect(usageIn({ 'a.py': '', 'pyproject.toml': list }, unit)).toEqual({
    requests: 'not imported',
    flask: 'unknown',
  });
});

const list = '[project]\ndependencies = ["flask", "nltk"]\n';

test.each([
  ['pyproject.toml', `${list}[tool.pytest.ini_options]\naddopts = "-p nltk"`],
  ['pyproject.toml', `${list}[tool.pytest.ini_options]\naddopts = ["-pnltk"]`],
  ['pyproject.toml', `${list}[tool.mypy]\nplugins = ["nltk.mypy"]`],
  ['pyproject.toml', `${list}[project.scripts]\na = "nltk.cli:main"`],
  ['pyproject.toml', `${list}[tool.pytest`],
  ['setup.cfg', '[options]\ninstall_requires =\n  flask\n  nltk\n[tool:pytest]\naddopts = -p nltk'],
  ['Pipfile', '[packages]\nflask = "*"\nnltk = "*"\n[scripts]\na = "nltk download"'],
  ['pytest.ini', '[pytest]\naddopts = -pnltk'],
  ['run.sh', 'python3 -mnltk'],
])('settings of tools in %s may use a package that it lists: %s', (path, text) => {
  const unit: UnitOfCode = { ecosystem: 'PyPI', packages: ['flask', 'nltk'] };
  expect(usageIn({ 'a.py': '', [path]: text }, unit)).toMatchObject({ nltk: 'unknown' });
});

test.each([
  ['pyproject.toml', `${list}[tool.poetry.group.a.dependencies]\nnltk = "1"\n[tool.ruff]\nline-length = 100`],
  [
    'setup.cfg',
    '[options]\ninstall_requires =\n  flask\n  nltk\n[options.extras_require]\na = nltk\n[mypy]\nstrict = true',
  ],
  ['Pipfile', '[packages]\nflask = "*"\nnltk = "*"'],
])('a list in %s uses none of its packages', (path, text) => {
  const unit: UnitOfCode = { ecosystem: 'PyPI', packages: ['flask', 'nltk'] };
  expect(usageIn({ 'a.py': '', [path]: text }, unit)).toEqual({
    flask: 'not imported',
    nltk: 'not imported',
  });
});

test('Python packages that others load by their location are never reported as unused', () => {
  const packages = ['pillow', 'lxml', 'python-multipart', 'simplejson', 'flask'];
  expect(usageIn({ 'a.py': '' }, { ecosystem: 'PyPI', packages })).toEqual({
    ...Object.fromEntries(packages.map((name) => [name, 'unknown'])),
    flask: 'not imported',
  });
});

test('packages whose imports compilers write, and that tools find by a short name, are never reported as unused', () => {
  const names =
    'svelte react vue preact solid-js astro @babel/runtime @babel/runtime-corejs3 core-js regenerator-runtime tslib ' +
    '@swc/helpers eslint-plugin-x @a/eslint-config-x eslint-config-x babel-plugin-x @a/babel-preset-x ' +
    'jest-environment-x pg @nestjs/core hexo-x ember-x @wdio/x vue-cli-plugin-x bufferutil typescript';
  const packages = names.split(' ');
  const found = usageIn(code.npm ?? {}, { ecosystem: 'npm', packages: [...packages, 'qs'] });
  expect(found).toEqual({
    ...Object.fromEntries(packages.map((name) => [name, 'unknown'])),
    qs: 'not imported',
  });
});

test('scripts of a manifest with a byte-order mark count, and one that cannot be read makes npm unknown', () => {
  const qs: UnitOfCode = { ecosystem: 'npm', packages: ['qs', 'ms'] };
  const marked = { ...code.npm, 'package.json': '\ufeff{"scripts":{"a":"qs x"}}' };
  expect(usageIn(marked, qs)).toEqual({ qs: 'unknown', ms: 'not imported' });
  expect(usageIn({ ...code.npm, 'package.json': '{"scripts":{' }, qs)).toEqual({
    qs: 'unknown',
    ms: 'unknown',
  });
});
