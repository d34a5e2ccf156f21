import { expect, test } from 'vitest';
import { configurationCases } from './configuration.ts';
import { measure } from '../sast/measure.ts';

test('configuration: recall and precision stay at 1', () => {
  const { recall, precision, wrong, audits } = measure(configurationCases, '');
  expect(configurationCases.length).toBeGreaterThan(15);
  expect(wrong).toEqual([]);
  expect([recall, precision]).toEqual([1, 1]);
  expect(audits).toBeLessThan(1);
});
