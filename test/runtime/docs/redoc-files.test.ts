import { expect, test } from 'vitest';
import { docsFiles, readDocsFile } from '#runtime/docs/redoc-files.ts';

test('the script names no other origin to load something from', () => {
  expect(readDocsFile('redoc.js')).not.toContain('cdn.redoc.ly');
});

test('the license texts of the parts of the script are served beside it', () => {
  expect(Object.keys(docsFiles)).toEqual(['redoc.js', 'redoc-licenses.txt']);
  expect(readDocsFile('redoc-licenses.txt')).toMatch(/MIT/);
});
