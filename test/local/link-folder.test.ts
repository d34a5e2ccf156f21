import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linkFolder } from '#local/link-folder.ts';

test('a linked folder has its files and links, even when the first folder is removed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scangate-link-'));
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  mkdirSync(join(from, 'inner'), { recursive: true });
  writeFileSync(join(from, 'inner', 'file'), 'contents');
  symlinkSync(join(folder, 'elsewhere'), join(from, 'link'), 'junction');
  linkFolder(from, to);
  rmSync(from, { recursive: true });
  expect(readFileSync(join(to, 'inner', 'file'), 'utf8')).toBe('contents');
  expect(readlinkSync(join(to, 'link'))).toContain('elsewhere');
});
