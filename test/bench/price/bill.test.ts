import { expect, test } from 'vitest';
import { billOf, totalOf } from './bill.ts';
import { dollarsOf, listPrices } from './list-prices.ts';
import type { Usage } from './usage.ts';

const usage: Usage = {
  functions: [
    { name: 'wait-scan', invocations: 1, memoryMb: 128, durationMs: 300_000, logBytes: 0 },
    { name: 'create-scan', invocations: 1, memoryMb: 512, durationMs: 100, logBytes: 1024 },
  ],
  apiRequests: 3,
  transitions: 3,
  readUnits: 20,
  writeUnits: 30,
  s3Reads: 2,
  s3Writes: 1,
  signatures: 1,
  kmsRequests: 0,
};

test('every price has a source and a date', () => {
  for (const { dollars, one, source, month } of Object.values(listPrices)) {
    expect(dollars).toBeGreaterThan(0);
    expect(one).not.toBe('');
    expect(source).toMatch(/^https:\/\/aws\.amazon\.com\/[\w-]+\/pricing\/$/);
    expect(month).toMatch(/^\d{4}-\d{2}$/);
  }
});

test('a bill lists each function and each service used, most expensive first, and adds up', () => {
  const lines = billOf(usage);
  expect(lines[0]).toEqual({ what: 'wait-scan: 128 MB for 300.00 s', dollars: 37.5 * 13.3334e-6 });
  expect(lines.map(({ dollars }) => dollars)).toEqual(
    lines.map(({ dollars }) => dollars).toSorted((a, b) => b - a),
  );
  const expected =
    dollarsOf('lambdaGbSecond', 37.5 + 0.05) +
    dollarsOf('lambdaRequest', 2) +
    dollarsOf('apiRequest', 3) +
    dollarsOf('wafRequest', 3) +
    dollarsOf('transition', 3) +
    dollarsOf('readUnit', 20) +
    dollarsOf('writeUnit', 30) +
    dollarsOf('s3Read', 2) +
    dollarsOf('s3Write', 1) +
    dollarsOf('signature', 1) +
    dollarsOf('logByte', 1024);
  expect(totalOf(lines)).toBeCloseTo(expected, 12);
});
