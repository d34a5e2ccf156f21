import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { embeddedRequirements } from '@scangate/engines/inventory/python/embedded-requirements';
import { runs } from '#test/support/runs/samples.ts';
import { inventoryOf, namesOf, reasonsOf, type Contents } from '../inventory-fixtures.ts';

const script =
  '#!/usr/bin/env -S uv run\n# /// script\n# requires-python = ">=3.11"\n# dependencies = [\n#   "requests==2.31.0",\n#   "rich>=13",\n# ]\n# ///\nimport requests\n';

test.each<[string, Contents, string[]]>([
  ['a script with metadata', { 'tools/run.py': script }, ['requests@2.31.0', 'rich']],
  [
    'a Dockerfile',
    {
      Dockerfile:
        'FROM python:3\n# RUN pip install commented==1.0\nRUN apt-get update && \\\n    pip install --no-cache-dir -r requirements.txt "flask==2.0.0" -t /opt rich \\\n    && echo pip\nRUN python3 -m pip install . ./local https://h/x-1.0.tar.gz\n',
    },
    ['flask@2.0.0', 'rich', 'x@1.0'],
  ],
  ['a Dockerfile of another name', { 'ci/build.Dockerfile': 'RUN uv pip install a==1.0; ls\n' }, ['a@1.0']],
  [
    'a Dockerfile whose commands are lists of words',
    {
      Dockerfile:
        'RUN ["pip", "install", "--no-cache-dir", "a==1.0"]\nRUN [ "sh", "-c", "ls && pip install b==2.0" ]\nRUN [ -f x ] && pip install c==3.0\n',
    },
    ['a@1.0', 'b@2.0', 'c@3.0'],
  ],
  ['requirements under another name', { 'reqs.txt': 'a==1.0\nb>=2 # why\n' }, ['a@1.0', 'b']],
  ['requirements in a folder of dependencies', { 'deps/dev.txt': '-r other.txt\na==1.0\n' }, ['a@1.0']],
])('%s is read', (_, contents, expected) => {
  const inventory = inventoryOf(contents);
  expect(namesOf(inventory)).toEqual(expected);
  expect(inventory.components.every(({ file }) => file in contents)).toBe(true);
});

describe('a file that a Dockerfile installs from', () => {
  test.each<[string, Contents]>([
    ['-r deps/list.lst', { 'deps/list.lst': 'a==1.0\n' }],
    ['--no-cache-dir --requirement "deps/list.lst" b==2.0', { 'deps/list.lst': 'a==1.0\n' }],
    ['--requirement=list.lst', { 'list.lst': 'a==1.0\n' }],
    ['-rlist.lst', { 'list.lst': 'a==1.0\n' }],
    ['-r /tmp/list.lst', { 'deps/in a folder/list.lst': 'a==1.0\n' }],
    ['-r names.txt', { 'deps/names.txt': 'a\n' }],
    ['-r base.in', { 'base.in': '-r more.lst\n', 'more.lst': 'a==1.0\n' }],
  ])('is read under any name: %s', (options, contents) => {
    const inventory = inventoryOf({ 'docker/Dockerfile': `RUN pip install ${options}\n`, ...contents });
    expect(namesOf(inventory)).toContainEqual(expect.stringMatching(/^a(?:@1\.0)?$/));
    expect(reasonsOf(inventory.notes).join()).not.toContain('not in the unit');
  });

  test('is each of its name, because the folder of the command is unknown', () => {
    const inventory = inventoryOf({
      Dockerfile: 'WORKDIR /app/sub\nRUN pip install -r list.lst\n',
      'list.lst': 'a==1.0\n',
      'sub/list.lst': 'evil==1\n',
    });
    expect(namesOf(inventory)).toEqual(['a@1.0', 'evil@1']);
  });

  test.each<[string, Contents]>([
    ['vendor/requirements.txt', { 'vendor/requirements.txt': 'evil==1\n' }],
    ['/app/vendor/list.lst', { 'vendor/list.lst': 'evil==1\n', 'list.lst': 'a==1.0\n' }],
    ['requirements.txt', { 'vendor/requirements.txt': 'evil==1\n' }],
    ['setup.cfg', { 'setup.cfg': 'evil==1\n' }],
    ['pyproject.toml', { 'pyproject.toml': 'evil==1\n' }],
  ])('is read where its own name does not have it read: %s', (file, contents) => {
    const inventory = inventoryOf({ 'docker/Dockerfile': `RUN pip install -r ${file}\n`, ...contents });
    expect(namesOf(inventory)).toContain('evil@1');
  });

  test.each([
    'requirements.txt',
    'pyproject.toml',
    '/tmp/list.lst',
    '$FILE',
    'https://example.com/requirements.txt',
  ])('is told: %s', (file) => {
    const inventory = inventoryOf({ Dockerfile: `RUN pip install -r ${file}\n` });
    expect(reasonsOf(inventory.notes)).toEqual([
      `Dockerfile: included files that are not in the unit (1): ${file}`,
    ]);
  });

  test('is told beyond the number of files of one name that are read', () => {
    const files = Array.from({ length: 51 }, (_, at) => [`${at}/list.lst`, `a${at}==1.0\n`]);
    const inventory = inventoryOf({
      Dockerfile: 'RUN pip install -r list.lst\n',
      ...Object.fromEntries(files),
    });
    expect(inventory.components).toHaveLength(50);
    expect(reasonsOf(inventory.unread)).toEqual([
      expect.stringContaining('only the first 50 of 51 files of this name are read'),
    ]);
  });

  test('is read for itself where its name says what it is', () => {
    const { read, notes } = inventoryOf({
      Dockerfile: 'RUN pip install -r /tmp/requirements.txt && uv pip install -r pyproject.toml\n',
      'requirements.txt': 'a==1.0\n',
      'pyproject.toml': '[project]\nname = "p"\n',
    });
    expect([read, notes]).toEqual([['requirements.txt'], []]);
  });
});

test('requirements without a version are a gap of the file', () => {
  expect(reasonsOf(inventoryOf({ 'tools/run.py': script }).notes)).toContain(
    'tools/run.py: no version is pinned (1): rich',
  );
});

describe('other files are not read', () => {
  test.each<[string, Contents]>([
    ['a script without metadata', { 'a.py': 'import requests\n' }],
    ['unclosed metadata', { 'a.py': '# /// script\n# dependencies = ["a==1.0"]\n' }],
    ['damaged metadata', { 'a.py': '# /// script\n# dependencies = [\n# ///\n' }],
    ['a Dockerfile that installs nothing by name', { Dockerfile: 'RUN pip install -r requirements.txt .\n' }],
    ['prose', { 'deps/readme.txt': 'These are the dependencies.\nThey are many.\n' }],
    ['names without a version', { 'deps/words.txt': 'alpha\nbeta\n' }],
    ['constraints, which install nothing', { 'deps/constraints.txt': 'a==1.0\n' }],
    ['third-party files', { 'node_modules/x/reqs.txt': 'a==1.0\n' }],
  ])('%s', (_, contents) => {
    expect(namesOf(inventoryOf(contents))).toEqual([]);
  });
});

test('indexes that a Dockerfile names are inspected', () => {
  const { sources = [] } = inventoryOf({
    Dockerfile: 'RUN pip install --extra-index-url https://packages.corp.example/simple a==1.0\n',
  });
  expect(sources.map(({ rule, file }) => `${rule} ${file}`)).toContain('extra-registry Dockerfile');
});

test('an index is inspected where a Dockerfile names no package', () => {
  const { sources = [], read } = inventoryOf({
    Dockerfile: 'RUN pip install -i https://packages.corp.example/simple -r requirements.txt\n',
    'requirements.txt': 'a==1.0\n',
  });
  expect(sources.map(({ rule, file }) => `${rule} ${file}`)).toEqual(['named-registry Dockerfile']);
  expect(read).toEqual(['requirements.txt']);
});

const url = 'https://packages.corp.example/simple';

test.each([
  [`RUN pip install -i${url} a==1`, 'named-registry'],
  [`RUN pip install --pypi-url=${url} a==1`, 'named-registry'],
  [`RUN pip install --index-u=${url} a==1`, 'named-registry'],
  [`RUN pip install -f${url} a==1`, 'extra-registry'],
  [`RUN pip install -qf ${url} a==1`, 'extra-registry'],
  [`ENV PIP_INDEX_URL=${url}`, 'named-registry'],
  [`ENV PIP_INDEX_URL ${url}`, 'named-registry'],
  [`RUN PIP_INDEX_URL="${url}" pip install a==1`, 'named-registry'],
  [`ARG PIP_EXTRA_INDEX_URL=${url}`, 'extra-registry'],
  [`RUN export PIP_FIND_LINKS=${url} && pip install a==1`, 'extra-registry'],
])('another index is told: %s', (line, rule) => {
  const { sources = [] } = inventoryOf({ Dockerfile: `${line}\n` });
  expect(sources.map((each) => each.rule)).toContain(rule);
});

test.each([
  'RUN pip --no-cache-dir install evil==1',
  'RUN /opt/bin/pip3.12 -q install evil==1',
  `RUN pip install ${'a==1 '.repeat(1000)} evil==1`,
  'RUN --mount=type=cache,target=/c ["pip","install","evil==1"]',
  'RUN --network=none --mount=type=cache,target=/c[ ["pip","install","evil==1"]',
  `RUN ["pip", "install", "${'a'.repeat(3000)}", "evil==1"]`,
  'RUN ["sh", "-c", "true\\npip install evil==1"]',
  'RUN <<EOF\npip install \\\n  evil==1\nEOF',
  'ONBUILD RUN pip install evil==1',
  `RUN pip install "a==1; python_version > '3'" evil==1`,
  'RUN pip install 2>&1 evil==1',
  `RUN sh -c 'ls; pip install evil==1'`,
  'RUN pip install \\\n  # why\n\n  evil==1',
  '# escape=`\nRUN pip install `\n  evil==1',
  'RUN pip install -Ur list.lst',
])('a package is not hidden by the form of the command: %s', (lines) => {
  const inventory = inventoryOf({ Dockerfile: `${lines}\n`, 'list.lst': 'evil==1\n' });
  expect(namesOf(inventory)).toContain('evil@1');
});

test('a package from a variable is told, as is a word that is too long', () => {
  for (const word of ['$PACKAGE', 'a'.repeat(3000)])
    expect(
      reasonsOf(inventoryOf({ Dockerfile: `RUN ["pip", "install", "${word}"]\n` }).notes).join(),
    ).toContain(word.slice(0, 80));
});

test('any text is read without throwing', () => {
  const word = fc.constantFrom(
    '# /// script\n',
    '# ///\n',
    'RUN ',
    'pip install ',
    '-r ',
    'a==1 ',
    '"',
    '&& ',
    '\\\n',
    '\n',
    '[',
    ' ',
  );
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 60 }),
      fc.constantFrom('a.py', 'Dockerfile', 'deps/a.txt'),
      (words, path) => {
        expect(() => embeddedRequirements(path, words.join(''))).not.toThrow();
      },
    ),
    { numRuns: runs(500) },
  );
});
