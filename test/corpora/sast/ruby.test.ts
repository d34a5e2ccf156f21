import { expect, test } from 'vitest';
import { fileOf } from '#test/engines/sast/scan-code.ts';
import { rubyCases } from './ruby.ts';
import { measure } from './measure.ts';

test('Ruby: recall and precision reach their floors', () => {
  const { recall, precision, wrong, audits } = measure(rubyCases, fileOf.ruby);
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
