import { expect, test } from 'vitest';
import { rangeFigures } from './history.ts';

test('the work of a range is that of the files that it added, and the bench counts it', async () => {
  const [figure] = await rangeFigures();
  expect(figure?.value).toBeGreaterThan(0.9);
  expect(figure?.value).toBeLessThanOrEqual(figure?.limit ?? 0);
});
