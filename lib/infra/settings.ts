import type { Node } from 'constructs';
import * as z from 'zod';
import { defaultActiveScans } from '@scangate/domain/scans/fairness/active-scans';
import { defaultWaiters } from './account-concurrency.ts';
import { signingProfileSetting } from './deployments/code-signing.ts';
import { signingKeysSetting } from './evidence/signing-keys.ts';
import { backupSettings, refineBackups } from './backups/backup-settings.ts';
import { customDomainSettings, refineCustomDomain } from './api/custom-domain.ts';
import { flag, parameterName } from './setting-types.ts';
import { refineSignIn, signInSettings } from './sign-in/sign-in-settings.ts';
import { billingPageOf } from './web/console-files.ts';
import { refineWeb, webSettings } from './web/web-settings.ts';

/** The name of a deployment that is given none. */
export const defaultDeployment = 'scangate';

/** The write units a second that a new table sustains. */
const coldWrites = 4_000;

/** The settings of `cdk deploy -c name=value` or cdk.json (docs/reference/settings.md). */
export const settingsSchema = z.object({
  deploymentName: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,24}$/)
    .default(defaultDeployment)
    .meta({
      description: 'Prefix of every resource name, so that deployments can share an account and a region.',
    }),
  alarmEmail: z
    .email()
    .optional()
    .meta({ description: 'Receives every alarm by e-mail, once the subscription is confirmed.' }),
  allowedSources: z
    .string()
    .regex(/^[a-z]+(?:,[a-z]+)*$/)
    .default('https')
    .meta({
      description:
        'Comma-separated kinds of git sources: `https`, `file`, `loopback`, `private` (hosts with private addresses). `file` and `loopback` are only for a local service.',
    }),
  privateHosts: z
    .string()
    .regex(/^(?:(?:git|issuer|provider|webhook):[A-Za-z0-9.:[\]-]+(?:,(?!$)|$))*$/)
    .default('')
    .meta({
      description:
        'Comma-separated hosts with private addresses that may be connected to, each with its purpose (`git`, `issuer`, `provider`, `webhook`), such as `webhook:hooks.example,git:git.example`. Link-local addresses stay forbidden.',
    }),
  licenseSource: z.enum(['off', 'deps.dev']).default('off').meta({
    description:
      'Where licenses are looked up if the lockfile does not state them. With `deps.dev`, the names and versions of dependencies leave the account, private packages included. With `off`, such licenses are unknown.',
  }),
  logLevel: z
    .enum(['debug', 'info', 'warn', 'error'])
    .default('info')
    .meta({ description: 'The lowest log level of the functions.' }),
  throttleRate: z.coerce
    .number()
    .positive()
    .default(2_000)
    .meta({ description: 'Requests per second, across all callers. No method has a higher limit.' }),
  throttleBurst: z.coerce
    .number()
    .int()
    .positive()
    .default(4_000)
    .meta({ description: 'Burst of requests, across all callers.' }),
  activeScans: z.coerce.number().int().min(1).default(defaultActiveScans).meta({
    description:
      'Active scans of one unit, counted by sampling; more get 429. Each occupies two executions of Lambda and its wait one of those that `waiterConcurrency` reserves. An organization has as many as are free: half of them while nobody else scans, and 16 however few are free. All organizations together have at most 1.5 times as many.',
  }),
  webAcl: flag.default(true).meta({
    description:
      'Attaches a web ACL (AWS WAF) that limits the requests of each viewer address. Turn it off to attach your own.',
  }),
  viewerRate: z.coerce.number().int().min(10).max(2_000_000_000).default(6_000).meta({
    description: 'Requests per minute from one viewer address; more get 429. Requires `webAcl`.',
  }),
  distributionSecret: z
    .string()
    .regex(/^[A-Za-z0-9/_+=.@-]{0,512}$/)
    .default('')
    .meta({
      description:
        'Name of a secret in Secrets Manager, whose value a distribution in front of the API sends as `Scangate-Distribution`. The rate limit then applies to the address in `Scangate-Viewer` instead of the distribution’s own. Unset: no forwarded address is trusted.',
    }),
  warmWrites: z.coerce
    .number()
    .int()
    .max(40_000)
    .refine((units) => units === 0 || units >= coldWrites, `must be 0 or at least ${coldWrites}`)
    .default(0)
    .meta({
      description:
        'Write units a second that the tables sustain at once, instead of the 4,000 with which DynamoDB begins a new table: a scan takes 47, so 40,000 carry 850 a second. AWS charges for it once, and keeps it: DynamoDB refuses less than a table has, which `aws dynamodb describe-table` shows. 0: tables grow with their load, to twice the peak of the last half hour.',
    }),
  waiterConcurrency: z.coerce.number().int().min(0).default(defaultWaiters).meta({
    description:
      'Reserved concurrency of the function that waits for verdicts, which is also the most of it: as many waits are open at a time, and an organization has up to 100 of them. The default carries 13 waits of 30 s a second. 0 reserves none and limits none, which a new account needs until its quota is raised; `npm run deploy:check` shows what fits.',
  }),
  tracing: flag
    .default(false)
    .meta({ description: 'Turns on X-Ray for the API, the functions and the workflows.' }),
  ...signInSettings,
  ...webSettings,
  ...backupSettings,
  ...customDomainSettings,
  gatewayAccount: flag.default(true).meta({
    description:
      'Creates the role with which API Gateway writes access logs, in the stack `scangate-account`, which all deployments of an account and region share. Off: the account already has such a role.',
  }),
  canary: flag.default(true).meta({
    description:
      'Shifts a tenth of the requests to the new version of each API function and task of scans, and of the executions to that of a workflow, and the rest five minutes later; an alarm such as `release-errors` rolls back. Off: everything shifts at once.',
  }),
  signingProfile: signingProfileSetting,
  signingKeys: signingKeysSetting,
  stripeSecretParameter: parameterName.meta({
    description: "Name of the SecureString with Stripe's secret key. Unset: no payments are taken.",
  }),
  stripeWebhookSecretParameter: parameterName.meta({
    description: "Name of the SecureString with the secret of Stripe's webhook endpoint.",
  }),
  mailFrom: z
    .union([z.literal(''), z.email()])
    .default('')
    .meta({
      description:
        'Sender of mails: an address in a domain verified with SES. Unset: no mails are sent, so nobody can be invited, and people cannot sign in with a mailed code.',
    }),
  billingReturnUrl: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ })])
    .default('')
    .meta({
      description:
        'Where people return to after paying. Default with `publicUrl` and the console: its billing page.',
    }),
  automaticTax: flag.default(false).meta({
    description:
      'Turns on Stripe Tax: checkouts ask for address and tax id, and Stripe adds taxes, to existing subscriptions from their next renewal on. Requires a tax registration at Stripe.',
  }),
});

/** Completes the settings: whoever pays returns to the console, where it has an address. */
const withReturnUrl = (given: z.infer<typeof settingsSchema>): z.infer<typeof settingsSchema> => {
  const { billingReturnUrl, console, publicUrl, stripeSecretParameter } = given;
  const follows = billingReturnUrl === '' && stripeSecretParameter !== '' && console && publicUrl !== '';
  return follows ? { ...given, billingReturnUrl: billingPageOf(publicUrl) } : given;
};

const isComplete = (given: z.infer<typeof settingsSchema>): boolean => {
  const { stripeSecretParameter, stripeWebhookSecretParameter, billingReturnUrl } = withReturnUrl(given);
  const payments = [stripeSecretParameter, stripeWebhookSecretParameter, billingReturnUrl];
  return new Set(payments.map((value) => value === '')).size === 1;
};
const incomplete =
  'stripeSecretParameter, stripeWebhookSecretParameter and billingReturnUrl go together: all or none, and publicUrl stands for the last, with the console';

export type Settings = z.infer<typeof settingsSchema>;
export const settingNames = Object.keys(settingsSchema.shape) as (keyof Settings)[];

const completeSettings = settingsSchema
  .refine(isComplete, incomplete)
  .superRefine(refineSignIn)
  .superRefine(refineWeb)
  .superRefine(refineCustomDomain)
  .superRefine(refineBackups)
  .transform(withReturnUrl);

/** Reads the settings from the context of the app. @throws ZodError that names the invalid setting. */
export const readSettings = (node: Node): Settings =>
  completeSettings.parse(Object.fromEntries(settingNames.map((name) => [name, node.tryGetContext(name)])));
