import { expect, test } from 'vitest';
import { compileCodeRules } from '@scangate/engines/custom-code-rules/compile-code-rules';
import { findPatterns } from '@scangate/engines/custom-code-rules/find-patterns';
import { grammars } from '@scangate/engines/sast/dialects';
import { lowerProgram } from '@scangate/engines/sast/lower/lowering';
import { parse } from '@scangate/engines/sast/parser';
import { noVerification } from '#test/support/rules/custom-rules.ts';

const { patterns } = compileCodeRules([{ ...noVerification, pattern: 'acme.same($A, $A)' }]);
const find = (text: string, limit?: number) =>
  findPatterns(lowerProgram(grammars.python, parse('python', text)), patterns, limit);

test('comparing code with itself takes steps proportional to its length, and ends at the limit', () => {
  const same = (length: number): string =>
    `acme.same([${'1, '.repeat(length)}1], [${'1, '.repeat(length)}1])\n`;
  const [once, twice] = [find(same(500)), find(same(1_000))];
  expect([once.hits.length, once.complete]).toEqual([1, true]);
  expect(twice.steps / once.steps).toBeLessThan(2.1);
  expect(find(same(500), 200)).toMatchObject({ hits: [], complete: false });
});

test('deeply nested code is traversed', () => {
  const text = `acme.same(1, 1)\nx = ${'f('.repeat(180)}acme.same(2, 2)${')'.repeat(180)}\n`;
  expect(find(text).hits.length).toBeGreaterThan(0);
});
