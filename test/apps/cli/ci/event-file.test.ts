import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEventFile } from '@scangate/cli/ci/event-file';
import { makeDirectory } from '#test/support/git/test-repository.ts';

const json = { variable: 'GITHUB_EVENT_PATH', form: 'json' } as const;
const properties = { variable: 'FILE', form: 'properties', alsoNamedBy: 'other.file' } as const;

const fileWith = (content: string): string => {
  const path = join(makeDirectory(), 'event');
  writeFileSync(path, content);
  return path;
};
const readJson = (path?: string) => readEventFile(json, { GITHUB_EVENT_PATH: path });

test('JSON is parsed', () => {
  expect(readJson(fileWith('{"number":7}'))).toEqual({ number: 7 });
});

const folder = () => {
  const path = join(makeDirectory(), 'folder');
  mkdirSync(path);
  return path;
};
const huge = () => {
  const path = fileWith('');
  truncateSync(path, 26 * 1024 * 1024 + 1);
  return path;
};

test.each<[string, () => string | undefined, string]>([
  ['no name', () => undefined, 'is not set'],
  ['an empty name', () => '', 'is not set'],
  ['a name with a line break', () => '/tmp/a\nb', 'line break'],
  ['a missing file', () => '/nonexistent/event.json', 'cannot be read'],
  ['a folder', folder, 'no file'],
  ['a device', () => '/dev/zero', 'no file'],
  ['a huge file', huge, 'larger than'],
  ['an empty file', () => fileWith(''), 'not complete JSON'],
  ['a truncated file', () => fileWith('{"pull_request":{"number":'), 'not complete JSON'],
])('%s is bad input, and the path is not repeated', (_name, path, message) => {
  expect(() => readJson(path())).toThrow(
    expect.objectContaining({ exitCode: 6, message: expect.stringContaining(message) }),
  );
  expect(() => readJson(path())).not.toThrow(/\/tmp|nonexistent/);
});

test('properties come from the file and from the one that it names', () => {
  const other = fileWith('teamcity.build.branch=main\nboth=other');
  const path = fileWith(`other.file=${other.replaceAll(':', '\\:')}\nboth=first\nown=1`);
  expect(Object.fromEntries(readEventFile(properties, { FILE: path }) as Map<string, string>)).toEqual({
    'other.file': other,
    'teamcity.build.branch': 'main',
    both: 'other',
    own: '1',
  });
});

test('a second file that is missing is bad input', () => {
  const path = fileWith('other.file=/nonexistent');
  expect(() => readEventFile(properties, { FILE: path })).toThrow(expect.objectContaining({ exitCode: 6 }));
});
