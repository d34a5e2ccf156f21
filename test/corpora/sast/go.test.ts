import { expect, test } from 'vitest';
import { fileOf } from '#test/engines/sast/scan-code.ts';
import { goCases } from './go.ts';
import { measure } from './measure.ts';

test('Go: recall and precision reach their floors', () => {
  const { scores, recall, precision, wrong, audits } = measure(goCases, fileOf.go);
  const table = scores.map(
    (score) =>
      `${score.group}: ${score.hits} found, ${score.misses} missed, ${score.falseAlarms} false of ${score.cases} cases`,
  );
  process.stdout.write(
    `${table.join('\n')}\nrecall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}, for auditors ${audits.toFixed(2)} per case\n`,
  );
  expect(goCases.length).toBeGreaterThanOrEqual(60);
  expect({
    recall: recall >= 0.97,
    precision: precision >= 0.97,
    audits: audits <= 0.2,
    wrong,
  }).toMatchObject({
    recall: true,
    precision: true,
    audits: true,
  });
});
