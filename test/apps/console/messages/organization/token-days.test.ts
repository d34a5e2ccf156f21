import { expect, test } from 'vitest';
import { tokenDays } from '@scangate/console/messages/organization/token-days.ts';
import { tokenDays as ofService } from '@scangate/domain/identity/token-limits';

test('the console asks for as many days as the service takes', () => {
  expect(tokenDays).toEqual(ofService);
});
