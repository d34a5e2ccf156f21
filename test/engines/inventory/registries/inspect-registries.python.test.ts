import { describe, expect, test } from 'vitest';
import type { Contents } from '../inventory-fixtures.ts';
import { findingsOf, host, url, withoutLines } from './found-registries.ts';

describe('the options of requirements', () => {
  const included = (text: string, line = '-r more/base.in'): Contents => ({
    'requirements.txt': `a==1.0\n${line}\n`,
    'more/base.in': text,
  });

  test.each([
    [`--index-url ${url}`, 'medium named-registry'],
    [`-i${url}`, 'medium named-registry'],
    [`--ind ${url}`, 'medium named-registry'],
    [`--pypi-url ${url}`, 'medium named-registry'],
    [`--pre --index-url ${url}`, 'medium named-registry'],
    [`--index-url \\\n  ${url}`, 'medium named-registry'],
    [`--index-url "${url.replace('https', 'HTTPS')}"`, 'medium named-registry'],
    [`--index-url ${url.replace('https', 'HTTP')}`, 'high insecure-source'],
    [`--extra-index-url ${url}`, 'high extra-registry'],
    [`--extra ${url}`, 'high extra-registry'],
    [`--find-links ${url}`, 'high extra-registry'],
    [`-f${url}`, 'high extra-registry'],
    [`--trusted-host ${host}`, 'high insecure-source'],
    ['--find-links ./wheels', 'high extra-registry'],
    ['-f file://localhost/wheels', 'high extra-registry'],
    ['--extra-index-url ./simple', 'high extra-registry'],
    ['--index-url simple', 'medium named-registry'],
    ['-i file:///srv/simple', 'medium named-registry'],
    ['-i file://pypi.org/simple', 'medium named-registry'],
  ])('%j is found in the file itself and in those that it includes', (option, finding) => {
    expect(withoutLines(findingsOf({ 'requirements.txt': `a==1.0\n${option}\n` }))).toEqual([
      `${finding} requirements.txt`,
    ]);
    for (const line of ['-r more/base.in', '--pre -r more/base.in', '-c more/base.in'])
      expect(withoutLines(findingsOf(included(`${option}\n`, line)))).toEqual([`${finding} more/base.in`]);
  });

  test('an index beside that of another file is an additional one', () => {
    const contents = {
      'requirements.txt': `--index-url ${url}\n-r base.in\n`,
      'base.in': '--extra-index-url https://pypi.org/simple\na==1.0\n',
    };
    expect(findingsOf(contents)).toEqual([
      'high extra-registry base.in:1',
      'medium named-registry requirements.txt:1',
    ]);
  });

  test('an included file that is read for itself is reported once, at any depth', () => {
    const contents = {
      'requirements.txt': '-r requirements-a.txt\n',
      'requirements-a.txt': '-r requirements.txt\n-r deep.in\n',
      'deep.in': `\n-i ${url}\nb==1.0\n`,
    };
    expect(findingsOf(contents)).toEqual(['medium named-registry deep.in:2']);
  });

  test('packages from an address are found in included requirements and constraints', () => {
    const line = `p @ https://${host}/p-1.4-py3-none-any.whl\n`;
    for (const option of ['-r', '-c'])
      expect(findingsOf(included(line, `${option} more/base.in`))).toEqual([
        'high url-source more/base.in:1',
      ]);
    expect(findingsOf(included('p==1.4\nq==1.0 --hash=sha256:00\n', '-c more/base.in'))).toEqual([]);
  });

  test('hundreds of one index do not hide another', () => {
    const many = Array.from({ length: 300 }, (_, at) => `-i https://pypi.org/simple/${at}\n`).join('');
    expect(withoutLines(findingsOf({ 'requirements.txt': `${many}-i ${url}\na==1.0\n` }))).toEqual([
      'medium named-registry requirements.txt',
    ]);
  });
});

describe('a folder in place of an index', () => {
  test.each<[string, string]>([
    ['uv.toml', '[[index]]\nurl = "./simple"\n'],
    ['pyproject.toml', '[tool.uv]\nindex-url = "file:///srv/simple"\n'],
    ['pyproject.toml', '[[tool.pdm.source]]\ntype = "find_links"\nurl = "file:///${PROJECT_ROOT}/wheels"\n'],
    ['Pipfile', '[[source]]\nurl = "file:///srv/simple"\n'],
    ['pip.conf', '[global]\nindex-url = ./simple\n'],
  ])('%s: is told like one of a host: %j', (file, text) => {
    expect(withoutLines(findingsOf({ [file]: text }))).toEqual([`medium named-registry ${file}`]);
  });

  test.each<[string, string]>([
    ['uv.toml', 'find-links = ["./wheels"]\n'],
    ['pip.conf', '[install]\nfind-links = ./wheels\n'],
    ['pip.conf', '[install]\nfind-links =\n    file:./wheels\n'],
  ])('%s: is told where it adds to the index: %j', (file, text) => {
    expect(withoutLines(findingsOf({ [file]: text }))).toEqual([`high extra-registry ${file}`]);
  });
});

describe("pip's configuration", () => {
  const told = (...lines: string[]) => findingsOf({ 'pip.conf': `[global]\n${lines.join('\n')}\n` });

  test('has several values of an option, on one line or more', () => {
    const other = 'https://other.example/simple';
    for (const lines of [
      [`extra-index-url = ${url} ${other}`],
      ['extra-index-url =', `  ${url}`, `  ${other}`],
    ])
      expect(withoutLines(told(...lines))).toEqual(Array(2).fill('high extra-registry pip.conf'));
  });

  test.each(['Index_URL', 'INDEX-URL', 'index_url', '--index-url', '__Index_URL', 'pypi-url'])(
    'has the name %s of an option',
    (name) => {
      expect(told(`${name}: ${url}`)).toEqual(['medium named-registry pip.conf:2']);
    },
  );

  test('goes on only with lines that are indented deeper, and has comments', () => {
    expect(told(`  index-url = ${url}`, '  timeout = 60', '# index-url = http://a', '  ; b')).toHaveLength(1);
    expect(told('timeout =', `  index-url = ${url}`)).toEqual([]);
    expect(told('index-url =', '# a comment', '', `  ${url}`)).toHaveLength(1);
  });
});
