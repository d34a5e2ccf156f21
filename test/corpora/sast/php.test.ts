import { expect, test } from 'vitest';
import { fileOf } from '#test/engines/sast/scan-code.ts';
import { phpCases } from './php.ts';
import { measure } from './measure.ts';

test('PHP: recall and precision reach their floors', () => {
  const { recall, precision, wrong, audits } = measure(phpCases, fileOf.php);
  expect({
    recall: recall >= 0.97,
    precision: precision >= 0.97,
    audits: audits <= 0.5,
    wrong,
  }).toMatchObject({
    recall: true,
    precision: true,
    audits: true,
  });
});
