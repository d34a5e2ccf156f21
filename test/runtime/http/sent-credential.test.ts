import { expect, test } from 'vitest';
import { endpoints } from '#functions/api/index.ts';
import { sentCredential } from '#runtime/http/sent-credential.ts';
import { sessionCookieName } from '#runtime/http/cookies.ts';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { generateToken } from '@scangate/domain/identity/tokens';

const session = generateToken('session', new Uint8Array(32));
const isBackground = (path: string): boolean | undefined =>
  sentCredential({ path, headers: { cookie: `${sessionCookieName}=${session}` } })?.background;

/** A request that takes longer waits for somebody, rather than for the service. */
const longestWorkSeconds = 300;

test('exactly the endpoints that wait are background requests, which keep no session alive', () => {
  const all: readonly EndpointSpec[] = endpoints;
  const namesOf = (some: readonly EndpointSpec[]) => some.map(({ name }) => name);
  const waiting = all.filter(({ timeoutSeconds = 0 }) => timeoutSeconds > longestWorkSeconds);
  expect(namesOf(waiting)).not.toEqual([]);
  expect(namesOf(all.filter(({ path }) => isBackground(path)))).toEqual(namesOf(waiting));
});
