import { expect, test } from 'vitest';
import { measure } from '../measure.ts';
import { templateCases } from './templates.ts';

test('templates: each weakness in their code is found, and nothing else', () => {
  const { recall, precision, wrong, audits } = measure(templateCases, '');
  expect({ recall, precision, wrong, audits: audits <= 0.5 }).toEqual({
    recall: 1,
    precision: 1,
    wrong: [],
    audits: true,
  });
});
