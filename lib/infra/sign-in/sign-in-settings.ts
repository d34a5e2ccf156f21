import { isIP } from 'node:net';
import * as z from 'zod';
import { flag, parameterName } from '../setting-types.ts';

const issuerKinds = ['https', 'loopback'] as const;
const listOf = (value: string): string[] => value.split(',').filter(Boolean);

/** Matches `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` and `[2001:db8::1]:5353`. */
const isNameServer = (text: string): boolean => {
  if (isIP(text) > 0) return true;
  const [, host = '', port = ''] = /^(?:\[([^\]]{2,45})\]|[^:]{7,15}):(\d{1,5})$/.exec(text) ?? [];
  const address = host === '' ? text.slice(0, text.indexOf(':')) : host;
  return isIP(address) === (host === '' ? 4 : 6) && Number(port) >= 1 && Number(port) <= 65_535;
};

const domain = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** The settings of sign-in, sign-up and the limits of an organization. */
export const signInSettings = {
  publicUrl: z.string().default('').meta({
    description:
      'The public address of the service for people and pipelines, such as `https://scangate.example.com`: `https`, without a path. Sign-in returns to it, and cookies belong to it. Unset: the domain name of the console; without the console nobody can sign in, and only tokens work.',
  }),
  oidcIssuer: z.string().default('').meta({
    description:
      'URL of an OpenID Connect issuer where people sign in, exactly as in its tokens. Unset: the deployment creates a Cognito user pool.',
  }),
  oidcClientId: z
    .string()
    .regex(/^[\x21-\x7e]{0,255}$/)
    .default('')
    .meta({ description: 'Client id at that issuer.' }),
  oidcSecretParameter: parameterName.meta({
    description: 'Name of the SecureString parameter with the secret of that client.',
  }),
  requireMfa: flag.default(false).meta({
    description:
      'Requires everybody in the user pool to use a second factor, or a passkey with user verification. Off: people may turn it on.',
  }),
  refuseLeakedPasswords: flag.default(false).meta({
    description:
      "Refuses passwords in the user pool that are known from leaks, when they are chosen and when they are used. It needs Cognito's plan Plus, which has a price for each person who signs in within a month. Off: passwords have 15 characters, and are not compared.",
  }),
  selfRegistration: flag.default(true).meta({
    description:
      'Lets anybody register an account in the user pool with a verified address, which invited people need to do. An account gives no access by itself (`signUp`). Off: an operator creates every account.',
  }),
  signUp: z.enum(['off', 'domains', 'open']).default('off').meta({
    description:
      'Who gets an organization on the Free plan by signing in without a membership: nobody, addresses in `signUpDomains`, or anybody with a verified address.',
  }),
  signUpDomains: z
    .string()
    .refine(
      (value) => listOf(value).every((one) => domain.test(one)),
      'comma-separated domains in lower case',
    )
    .default('')
    .meta({ description: 'Comma-separated domains, such as `example.com`, for `signUp=domains`.' }),
  organizationRate: z.coerce.number().int().min(60).default(6_000).meta({
    description: 'Requests per minute of one organization, across all its credentials; further ones get 429.',
  }),
  exchangeRate: z.coerce.number().int().min(1).default(300).meta({
    description:
      'Tokens per minute that the pipelines of one organization may exchange; further requests get 429.',
  }),
  allowedIssuers: z
    .string()
    .regex(/^(?:https|loopback)(?:,(?:https|loopback))*$/, `comma-separated: ${issuerKinds.join(', ')}`)
    .default('https')
    .meta({
      description:
        'Comma-separated kinds of addresses that issuers may have: `https`, `loopback`. `loopback` is for a single machine only.',
    }),
  dnsServers: z
    .string()
    .refine(
      (value) => listOf(value).every(isNameServer),
      'comma-separated IP addresses, each with or without a port',
    )
    .default('')
    .meta({
      description: 'Comma-separated name servers used to verify domains. Unset: those of the system.',
    }),
};

type SignInSettings = z.infer<z.ZodObject<typeof signInSettings>> & {
  deploymentName: string;
  console: boolean;
};

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Says whether an address is `https`, or `http` on this machine where the deployment is for a single machine. */
const isPermitted = (url: URL, { allowedIssuers }: SignInSettings): boolean =>
  url.protocol === 'https:' ||
  (url.protocol === 'http:' &&
    loopbackHosts.has(url.hostname) &&
    listOf(allowedIssuers).includes('loopback'));

const publicUrlProblem = (given: SignInSettings): string | undefined => {
  const url = URL.parse(given.publicUrl);
  if (url && url.origin === given.publicUrl && isPermitted(url, given)) return undefined;
  return 'an https address without a path, query or trailing slash, such as https://scangate.example.com';
};

const issuerProblem = (given: SignInSettings): string | undefined => {
  const url = URL.parse(given.oidcIssuer);
  const isPlain = url?.username === '' && url.password === '' && !/[?#]/.test(given.oidcIssuer);
  return url && isPlain && isPermitted(url, given)
    ? undefined
    : 'the https address of an issuer, without a query or fragment';
};

/** Cognito refuses these words in the prefix of a domain, which begins with the name of the deployment. */
const reserved = /aws|amazon|cognito/;

const problemsOf = (
  given: SignInSettings,
): Partial<Record<keyof SignInSettings, string | undefined | false>> => {
  const issuer = [given.oidcIssuer, given.oidcClientId, given.oidcSecretParameter];
  const hasIssuer = given.oidcIssuer !== '';
  const isComplete = new Set(issuer.map((value) => value === '')).size === 1;
  return {
    publicUrl:
      given.publicUrl === ''
        ? hasIssuer &&
          !given.console &&
          'oidcIssuer needs publicUrl or the console, to which its sign-in returns'
        : publicUrlProblem(given),
    oidcIssuer: isComplete
      ? hasIssuer && issuerProblem(given)
      : 'oidcIssuer, oidcClientId and oidcSecretParameter go together: all or none',
    refuseLeakedPasswords:
      hasIssuer &&
      given.refuseLeakedPasswords &&
      'oidcIssuer decides about passwords, not refuseLeakedPasswords',
    requireMfa: hasIssuer && given.requireMfa && 'oidcIssuer decides about second factors, not requireMfa',
    signUpDomains:
      (given.signUp === 'domains') !== (given.signUpDomains !== '') &&
      'signUp=domains and signUpDomains go together',
    signUp:
      given.signUp !== 'off' &&
      !hasIssuer &&
      !given.selfRegistration &&
      'signUp needs selfRegistration, without which only an operator creates accounts',
    deploymentName:
      !hasIssuer &&
      reserved.test(given.deploymentName) &&
      'Cognito refuses the words aws, amazon and cognito',
  };
};

/** Checks what settings of sign-in mean together. */
export const refineSignIn = (given: SignInSettings, context: z.RefinementCtx<SignInSettings>): void => {
  for (const [name, message] of Object.entries(problemsOf(given)))
    if (message) context.addIssue({ code: 'custom', path: [name], message });
};
