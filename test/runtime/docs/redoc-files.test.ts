import { expect, test } from 'vitest';
import { docsFiles, readDocsFile } from '#runtime/docs/redoc-files.ts';

test('the script names no other origin that it would load something from', () => {
  expect(readDocsFile('redoc.js')).not.toContain('cdn.redoc.ly');
});

test('the license text of what the script is made of is served beside it', () => {
  expect(Object.keys(docsFiles)).toEqual(['redoc.js', 'redoc-licenses.txt']);
  expect(readDocsFile('redoc-licenses.txt')).toMatch(/MIT/);
});
