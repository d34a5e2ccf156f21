import { expect, test } from 'vitest';
import { nameKind, pathKinds } from '@scangate/engines/secrets/file-name-class';

test('paths that rules treat equally are of one kind, and others of another', () => {
  expect(nameKind('src/a.ts')).toBe(nameKind('lib/deep/b.ts'));
  const kinds = ['src/a.ts', 'a/.pgpass', 'a/.env', 'key.p12', 'logins.json', 'test/a.ts', 'README.md'];
  expect(new Set(kinds.map(nameKind)).size).toBe(kinds.length);
});

test('a single compressed file is of the kind of its own name', () => {
  expect(nameKind('.pgpass.gz')).not.toBe(nameKind('notes.gz'));
  expect(nameKind('.gz'.repeat(100_000)).length).toBeLessThan(50);
});

test('a folder is of another kind if a rule depends on it, or if its content is a sample', () => {
  const { folder } = pathKinds;
  const kinds = ['src', 'config', 'config/credentials', '.vscode', 'test/deep'];
  expect(new Set(kinds.map(folder)).size).toBe(kinds.length);
  expect(folder('src')).toBe(folder('lib/other'));
});
