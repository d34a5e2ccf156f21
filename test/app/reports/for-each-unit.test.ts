import { expect, test } from 'vitest';
import { forEachUnit } from '#app/reports/for-each-unit.ts';

const units = Array.from({ length: 20 }, (_, index) => index);

test('units are processed a few at a time, and the results keep their order', async () => {
  let [running, most] = [0, 0];
  const results = await forEachUnit(units, async (unit) => {
    most = Math.max(most, (running += 1));
    for (let turn = unit % 3; turn >= 0; turn -= 1) await Promise.resolve();
    running -= 1;
    return unit * 2;
  });
  expect(results).toEqual(units.map((unit) => unit * 2));
  expect(most).toBe(8);
});

test('the first unit that fails is reported, after those beside it have ended', async () => {
  const ended: number[] = [];
  const failing = forEachUnit(units, async (unit) => {
    for (let turn = unit; turn >= 0; turn -= 1) await Promise.resolve();
    if (unit === 2 || unit === 5) throw new Error(`unit ${unit}`);
    ended.push(unit);
  });
  await expect(failing).rejects.toThrow('unit 2');
  expect(ended).toEqual([0, 1, 3, 4, 6, 7]);
});
