import {
  interactionPolicy,
  type Configuration,
  type KoaContextWithOIDC,
  type ResponseType,
} from 'oidc-provider';
import type { People } from '../added-people.ts';
import type { SigningKey } from '../signing-key.ts';
import type { IssuerOptions } from './issuer-options.ts';

const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

/** Every request asks who signs in, so that one click changes the person; `prompt=none` keeps the session. */
const alwaysChoose = () => {
  const policy = interactionPolicy.base();
  const { Check } = interactionPolicy;
  policy.get('login')?.checks.add(
    new Check('choose_person', 'a person has to be chosen', (context: KoaContextWithOIDC) => {
      const isChosen = context.oidc.result?.login !== undefined || context.oidc.prompts.has('none');
      return isChosen ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT;
    }),
  );
  return policy;
};

/** The clients of this machine are trusted, so nobody is asked for consent. */
const grantEverything: Configuration['loadExistingGrant'] = async ({ oidc }) => {
  const { client, session, provider } = oidc;
  const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
  grant.addOIDCScope(String(oidc.params?.['scope'] ?? 'openid'));
  await grant.save();
  return grant;
};

const findAccount =
  (people: People): Configuration['findAccount'] =>
  (_context, subject) => {
    const person = people.find(subject);
    if (!person) return undefined;
    const { name, email, isEmailVerified, groups } = person;
    return {
      accountId: subject,
      claims: () => ({ sub: subject, name, email, email_verified: isEmailVerified, groups }),
    };
  };

export interface ConfigurationParts {
  options: IssuerOptions;
  people: People;
  key: SigningKey;
  cookieKey: string;
}

/** Configures the provider like the issuers in use: claims of the person are in the ID token itself. */
export const providerConfiguration = (parts: ConfigurationParts): Configuration => {
  const { options, people, key, cookieKey } = parts;
  const { path, clients } = options;
  return {
    clients: clients.map(({ clientId, clientSecret, redirectUris }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: redirectUris,
      response_types: ['code' satisfies ResponseType],
      grant_types: ['authorization_code'],
      require_auth_time: true,
    })),
    jwks: {
      keys: [{ ...key.privateKey.export({ format: 'jwk' }), kid: key.keyId, use: 'sig', alg: 'RS256' }],
    },
    claims: {
      openid: ['sub', 'amr'],
      profile: ['name'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    scopes: ['openid', 'profile', 'email', 'groups'],
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    // The paths separate the cookies of two issuers that share a host.
    cookies: {
      keys: [cookieKey],
      names: { session: `${path}_session`, interaction: `${path}_interaction`, resume: `${path}_resume` },
      long: { path: `/${path}`, httpOnly: true, sameSite: 'lax' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    features: { devInteractions: { enabled: false } },
    interactions: { policy: alwaysChoose(), url: (_context, { uid }) => `/${path}/interaction/${uid}` },
    loadExistingGrant: grantEverything,
    findAccount: findAccount(people),
    ttl: {
      AccessToken: hourSeconds,
      AuthorizationCode: 60,
      Grant: 14 * daySeconds,
      IdToken: hourSeconds,
      Interaction: hourSeconds,
      Session: 14 * daySeconds,
    },
  };
};
