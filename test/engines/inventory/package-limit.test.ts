import { expect, test } from 'vitest';
import { KeysByName } from '@scangate/engines/inventory/package-limit';

test('a file that repeats one package gives a bounded graph', () => {
  const keys = new KeysByName();
  for (let version = 0; version < 1000; version += 1) keys.add('a', `a@${version}`);
  let followed = 0;
  for (let asked = 0; asked < 200_000; asked += 1) followed += keys.find('a').length;
  expect(keys.find('a')).toHaveLength(1);
  expect(followed).toBeLessThan(2_500_000);
});
