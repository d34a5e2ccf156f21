import { expect, test } from 'vitest';
import { tokenDays } from '@scangate/console/messages/organization/token-days.ts';
import { tokenDays as ofService } from '@scangate/domain/identity/token-limits';

test('the console accepts as many days as the service', () => {
  expect(tokenDays).toEqual(ofService);
});
