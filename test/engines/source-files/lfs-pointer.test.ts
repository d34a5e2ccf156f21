import { expect, test } from 'vitest';
import { isLfsPointer } from '@scangate/engines/source-files/lfs-pointer';
import { scanCode } from '../sast/scan-code.ts';
import { scanSecrets, unitOf } from '../secrets/scan-secrets.ts';

const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'ab'.repeat(32)}\nsize 12345\n`;
const gap = { reason: 'kept in Git LFS: not scanned', file: 'src/app.js', count: 1 };

test.each([
  [pointer, true],
  [pointer.replace('git-lfs', 'hawser'), true],
  [pointer + 'x'.repeat(1024), false],
  [`# ${pointer}`, false],
])('%j is a pointer: %s', (text, isPointer) => {
  expect(isLfsPointer(Buffer.from(text))).toBe(isPointer);
});

test.each([
  ['secrets', scanSecrets],
  ['sast', scanCode],
])('%s: a file behind a pointer is a gap, and the scan partial', (_, scan) => {
  const { coverage } = scan(unitOf({ 'src/app.js': pointer, 'src/other.js': 'export const a = 1;\n' }));
  expect(coverage.status).toBe('partial');
  expect(coverage.gaps).toContainEqual(gap);
});
