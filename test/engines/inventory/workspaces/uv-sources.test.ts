import { describe, expect, test } from 'vitest';
import { inventoryOf, reasonsOf } from '../inventory-fixtures.ts';

const told = 'uv.lock: taken from a local path and not assessed (1): x';
const sources = (value: string): string => `[tool.uv.sources]\nx = ${value}\n`;
const workspace = (members: string, more = ''): string =>
  `[tool.uv.workspace]\nmembers = [${members}]\n${more}`;
const project = (name: string, asked: readonly string[] = [], more = ''): string =>
  `[project]\nname = "${name}"\nversion = "1"\ndependencies = ${JSON.stringify(asked)}\n${more}`;
const x = { 'libs/x/pyproject.toml': project('x') };

const entry = (name: string, source: string, needs: readonly string[] = [], version = '1'): string =>
  `[[package]]\nname = "${name}"\nversion = "${version}"\nsource = { ${source} }\ndependencies = [${needs.map((need) => `{ name = "${need}" }`).join(', ')}]\n\n`;
const registry = 'registry = "https://pypi.org/simple"';
const wheel = 'wheels = [{ url = "https://h.example/w.whl" }]\n';
const app = entry('app', 'virtual = "."', ['x']);
const appWithWeb = entry('app', 'virtual = "."', ['x', 'web']);
const local = entry('x', 'editable = "libs/x"');
const web = `${entry('web', registry, ['x'])}${wheel}`;

const notesOf = (files: Record<string, string>, ...entries: string[]): string[] =>
  reasonsOf(inventoryOf({ ...files, 'uv.lock': `version = 1\n\n${entries.join('')}` }).notes);

describe('an entry of uv.lock is of the repository', () => {
  test.each([
    ['as a member', project('app', ['web'], workspace('"libs/*"')), [web]],
    ['of a path', project('app', ['x'], sources('{ path = "libs/x" }')), []],
    [
      'of a path that a registry needs, too',
      project('app', ['x', 'web'], sources('{ path = "libs/x" }')),
      [web],
    ],
    [
      'of a path under a condition that is needed nowhere else',
      project('app', ["x; python_version > '3.9'"], sources('{ path = "libs/x" }')),
      [],
    ],
  ])('%s', (_, manifest, more) => {
    expect(
      notesOf({ 'pyproject.toml': manifest, ...x }, more.length > 0 ? appWithWeb : app, local, ...more),
    ).toEqual([]);
  });

  test('as what a member takes from its source or from that of the root', () => {
    const member = (more: string) => ({ 'libs/b/pyproject.toml': project('b', ['x'], more), ...x });
    const entries = [entry('app', 'virtual = "."', ['b']), entry('b', 'editable = "libs/b"', ['x']), local];
    const root = project('app', ['b'], workspace('"libs/b"'));
    const ofRoot = { 'pyproject.toml': root + sources('{ path = "libs/x" }') };
    expect(notesOf({ 'pyproject.toml': root, ...member(sources('{ path = "../x" }')) }, ...entries)).toEqual(
      [],
    );
    expect(notesOf({ ...ofRoot, ...member('') }, ...entries)).toEqual([]);
    expect(notesOf({ ...ofRoot, ...member(sources('{ index = "own" }')) }, ...entries)).toEqual([told]);
    expect(notesOf({ 'pyproject.toml': root, ...member('') }, ...entries)).toEqual([told]);
  });

  test('as a folder with a setup.py', () => {
    const manifest = project('app', ['x'], sources('{ path = "libs/x" }'));
    expect(notesOf({ 'pyproject.toml': manifest, 'libs/x/setup.py': '' }, app, local)).toEqual([]);
    expect(notesOf({ 'pyproject.toml': manifest }, app, local)).toEqual([told]);
  });
});

describe('an entry of uv.lock is told', () => {
  test.each([
    ['if only a registry needs it', project('app', ['web']), [web]],
    ['if no source is stated', project('app', ['x']), []],
    [
      'if its folder is left out of the workspace',
      project('app', ['x'], workspace('"libs/*"', 'exclude = ["libs/x"]\n')),
      [],
    ],
    [
      'if nobody requests what the source is of',
      project('app', ['web'], sources('{ path = "libs/x" }')),
      [web],
    ],
    [
      'if its source is of some systems',
      project(
        'app',
        ['x'],
        sources(`[{ path = "libs/x", marker = "sys_platform == 'never'" }, { index = "a" }]`),
      ),
      [],
    ],
    [
      'if its only source is of some systems',
      project('app', ['x'], sources(`{ path = "libs/x", marker = "sys_platform == 'never'" }`)),
      [],
    ],
    ['if its source is of an extra', project('app', ['x'], sources('{ path = "libs/x", extra = "a" }')), []],
    [
      'if it is requested under a condition and a registry needs it',
      project('app', ["x; sys_platform == 'never'", 'web'], sources('{ path = "libs/x" }')),
      [web],
    ],
    [
      'if extras are locked apart from each other',
      project(
        'app',
        ['web'],
        `${sources('{ path = "libs/x" }')}[project.optional-dependencies]\na = ["x"]\n[tool.uv]\nconflicts = [[{ extra = "a" }, { extra = "b" }]]\n`,
      ),
      [web],
    ],
    ['if its folder has another package', project('app', ['x'], sources('{ path = "libs/y" }')), []],
  ])('%s', (_, manifest, more) => {
    const files = { 'pyproject.toml': manifest, ...x, 'libs/y/pyproject.toml': project('y') };
    expect(notesOf(files, more.length > 0 ? appWithWeb : app, local, ...more)).toEqual([told]);
  });

  test('if a folder that no path leads to takes it from a path', () => {
    const files = {
      'pyproject.toml': project('app', ['x']),
      ...x,
      'b/pyproject.toml': project('b', ['x'], sources('{ path = "../libs/x" }')),
    };
    expect(notesOf(files, app, local)).toEqual([told]);
  });
});

test('an entry of uv.lock is told if sources are not used', () => {
  const manifest = project('app', ['x'], sources('{ path = "libs/x" }'));
  const files = { 'pyproject.toml': manifest, ...x };
  expect(
    notesOf({ ...files, 'pyproject.toml': `${manifest}[tool.uv]\nno-sources = true\n` }, app, local),
  ).toEqual([told]);
  expect(notesOf({ ...files, 'uv.toml': 'no-sources = true\n' }, app, local)).toEqual([told]);
});

test('an entry of the repository for some systems meets no request of the others', () => {
  const manifest = project(
    'app',
    ['x==1'],
    sources(`[{ path = "libs/x", marker = "sys_platform == 'never'" }, { index = "a" }]`),
  );
  const locked = (version: string) => `${entry('x', registry, [], version)}${wheel}`;
  expect(notesOf({ 'pyproject.toml': manifest, ...x }, app, local, locked('1'))).toEqual([]);
  expect(notesOf({ 'pyproject.toml': manifest, ...x }, app, local, locked('2'))).toEqual([
    'uv.lock: dependencies that the lockfile has in another version than the project asks for (1): x ==1',
  ]);
});

test('what members and paths request is compared with the lockfile', () => {
  const root = project('app', ['x'], sources('{ path = "libs/x" }'));
  const files = { 'pyproject.toml': root, 'libs/x/pyproject.toml': project('x', ['web==2']) };
  expect(notesOf(files, appWithWeb, local, web)).toEqual([
    'uv.lock: dependencies that the lockfile has in another version than the project asks for (1): web ==2',
  ]);
});
