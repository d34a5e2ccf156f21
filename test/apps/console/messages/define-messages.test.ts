import { expect, test } from 'vitest';
import { lengthen } from '@scangate/console/messages/define-messages.ts';

test('the pseudo-locale makes a text 40 % longer and keeps its places', () => {
  expect(lengthen('Save')).toBe('Save··');
  expect(lengthen('first failed {when}')).toBe(`first failed {when}${'·'.repeat(6)}`);
});
