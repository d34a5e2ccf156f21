import { expect, test } from 'vitest';
import { fileOf } from '#test/engines/sast/scan-code.ts';
import { rustCases } from './rust.ts';
import { measure } from './measure.ts';

test('Rust: recall and precision reach their floors', () => {
  const { recall, precision, wrong, audits } = measure(rustCases, fileOf.rust);
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
