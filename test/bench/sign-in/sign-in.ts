import { csrfToken } from '@scangate/domain/identity/csrf';
import { formOf, openTestBrowser } from '#test/support/identity/browser.ts';
import { costOf, type Cost } from '../operations.ts';
import type { BenchService } from '../service.ts';

/** The costs of signing in and of switching the organization. */
export interface SignInCosts {
  start: Cost;
  callback: Cost;
  switch: Cost;
}

const person = 'demo-owner';

/** Signs the owner of an organization in at the local issuer, as a browser does. */
const signIn = async ({ cloud }: BenchService): Promise<string> => {
  const browser = openTestBrowser();
  const page = await browser.open(`${cloud.url}/v1/session/start`);
  const { headers, status } = await browser.open(formOf(page, person).action, { form: { person } });
  if (status !== 200) throw new Error(`the sign-in was answered with ${status}`);
  const [, secret] = /__Host-scangate=(\w+)/.exec(headers.getSetCookie().join('; ')) ?? [];
  if (secret === undefined) throw new Error('the sign-in set no cookie');
  return secret;
};

const costIn = (calls: Parameters<typeof costOf>[0], name: string): Cost =>
  costOf(calls.filter(({ caller }) => caller === name));

/** Measures each step on its second run, in warm functions. */
export const measureSignIn = async (service: BenchService): Promise<SignInCosts> => {
  const { organizationId } = await service.expectStatus(201, 'POST', '/_local/organizations', undefined, {
    body: { name: 'Sign-in', plan: 'Team' },
  });
  const id = String(organizationId);
  await service.expectStatus(200, 'POST', `/_local/organizations/${id}/demo-people`);
  let secret = await signIn(service);
  const change = () =>
    service.request('POST', '/v1/session/organization', undefined, {
      body: { organizationId: id },
      headers: { cookie: `__Host-scangate=${secret}`, 'scangate-csrf': csrfToken(secret) },
    });
  await change();
  const signed = await service.recorder.during(async () => void (secret = await signIn(service)));
  const switched = await service.recorder.during(async () => {
    const { status } = await change();
    if (status !== 204) throw new Error(`the switch was answered with ${status}`);
  });
  return {
    start: costIn(signed.calls, 'start-sign-in'),
    callback: costIn(signed.calls, 'complete-sign-in'),
    switch: costIn(switched.calls, 'switch-organization'),
  };
};
