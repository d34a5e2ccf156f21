import { expect, test } from 'vitest';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#functions/api/index.ts';

const table: readonly EndpointSpec[] = endpoints;

test('whatever changes how people sign in, or gives access to a directory or a device, requires a recent sign-in', () => {
  const names = table.filter(({ recent }) => recent === true).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'set-sso',
      'remove-sso',
      'add-domain',
      'verify-domain',
      'remove-domain',
      'add-directory-token',
      'revoke-directory-token',
      'decide-device-login',
    ]),
  );
});
