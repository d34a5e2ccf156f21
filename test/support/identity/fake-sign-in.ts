import type { SignUpSetting } from '@scangate/domain/identity/sessions/sign-up';
import {
  newBrowserSecret,
  newSignInSecrets,
  type SignInSecrets,
} from '@scangate/domain/identity/sessions/sign-in-secrets';
import { SignInFailure, type SignInClaims, type SignInProvider } from '#ports/identity/sign-in.ts';
import { noon } from '../world.ts';

export const issuer = 'https://issuer.example.com';

/** Claims of a person whose address the issuer has verified, and who signed in at noon. */
export const claimsOf = (subject: string, more: Partial<SignInClaims> = {}): SignInClaims => ({
  issuer,
  subject,
  email: `${subject}@example.com`,
  emailVerified: true,
  authTime: noon.toISOString(),
  amr: ['pwd'],
  claims: {},
  ...more,
});

export interface FakeSignIn extends SignInProvider {
  /** The claims of the issuer, by code. A code is good for any sign-in. */
  codes: Map<string, SignInClaims>;
  setting: SignUpSetting;
  /** The requests that browsers were sent on with. */
  requests: Parameters<SignInProvider['authorizationUrl']>[0][];
}

/** An issuer in memory: it knows the codes that a test names, and takes each as often as it comes. */
export const fakeSignIn = (
  people: readonly SignInClaims[] = [],
  signUp: SignUpSetting = { signUp: 'off' },
) => {
  const fake: FakeSignIn = {
    codes: new Map(people.map((claims) => [claims.subject, claims])),
    setting: signUp,
    requests: [],
    configuration: async () => ({
      issuer,
      clientId: 'scangate',
      publicUrl: 'https://scangate.example.com',
      signUp: fake.setting,
    }),
    authorizationUrl: async (request, own) => {
      fake.requests.push(request);
      return `${own?.issuer ?? issuer}/authorize?state=${request.state}`;
    },
    exchange: async ({ callbackUrl }) => {
      const claims = fake.codes.get(new URL(callbackUrl).searchParams.get('code') ?? '');
      if (!claims) throw new SignInFailure('the code is unknown');
      return claims;
    },
  };
  return fake;
};

const browserSecret = newBrowserSecret(new Uint8Array(32).fill(7));

/** The secrets of a sign-in that begins at noon, and the cookie of its browser. */
export const startedSignIn = (): { secrets: SignInSecrets; cookie: string } => ({
  secrets: newSignInSecrets(browserSecret, { issuerOf: undefined, random: new Uint8Array(16), now: noon }),
  cookie: `__Host-scangate-signin=${browserSecret}`,
});
