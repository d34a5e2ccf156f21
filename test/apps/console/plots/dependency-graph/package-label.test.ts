import { expect, test } from 'vitest';
import { packageLabel } from '@scangate/console/plots/dependency-graph/package-label.ts';

test.each([
  ['pkg:npm/%40babel/core@7.0.0', '@babel/core@7.0.0'],
  ['pkg:golang/golang.org/x/text@v0.3.6?type=module#a', 'golang.org/x/text@v0.3.6'],
  ['mkdirp@0.5.5', 'mkdirp@0.5.5'],
  ['pkg:npm/%E0%A4%A@1', '%E0%A4%A@1'],
  ['', ''],
])('%s reads as %s', (purl, label) => {
  expect(packageLabel({ purl })).toBe(label);
});
