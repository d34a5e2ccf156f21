import type { Node } from 'constructs';
import * as z from 'zod';

const flag = z.union([z.boolean(), z.stringbool()]);

/** In the parameter store; none where it is empty. */
const parameterName = z
  .string()
  .regex(/^(?:\/?[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+)*)?$/)
  .default('');

/** What an operator may choose with `cdk deploy -c name=value` or in cdk.json (docs/reference/settings.md). */
const settingsSchema = z.object({
  /** Prefix of every name, so that two deployments can share an account and a region. */
  deploymentName: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,24}$/)
    .default('scangate'),
  /** Gets every alarm by e-mail, once its subscription is confirmed. */
  alarmEmail: z.email().optional(),
  /** Comma-separated kinds of git source: `https`, `file`, `loopback`. The latter two are for one machine alone. */
  allowedSources: z
    .string()
    .regex(/^[a-z]+(?:,[a-z]+)*$/)
    .default('https'),
  /**
   * `deps.dev`: licences that no lockfile states are asked for there. Then the names and versions of customers'
   * dependencies leave the account, private packages included. `off`: nobody is asked, and such licences are unknown.
   */
  licenseSource: z.enum(['off', 'deps.dev']).default('off'),
  logLevel: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
  /** Requests per second over all callers, and how many may come at once. */
  throttleRate: z.coerce.number().positive().default(200),
  throttleBurst: z.coerce.number().int().positive().default(400),
  /** Reserved concurrency of the waiting function. Unset: none, because a new account has none to reserve. */
  waiterConcurrency: z.coerce.number().int().positive().optional(),
  /** X-Ray on the API, the functions and the workflow. */
  tracing: flag.default(false),
  /** SecureStrings with Stripe's secret key and the secret of its webhook endpoint. Unset: no payments are taken. */
  stripeSecretParameter: parameterName,
  stripeWebhookSecretParameter: parameterName,
  /** Sender of mails about billing: an address whose domain SES has verified. Unset: no mails are sent. */
  mailFrom: z.union([z.literal(''), z.email()]).default(''),
  /** Where people come back to from paying: the console. */
  billingReturnUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
});

const isComplete = (given: z.infer<typeof settingsSchema>): boolean => {
  const payments = [given.stripeSecretParameter, given.stripeWebhookSecretParameter, given.billingReturnUrl];
  return new Set(payments.map((value) => value === '')).size === 1;
};
const incomplete =
  'stripeSecretParameter, stripeWebhookSecretParameter and billingReturnUrl go together: all or none';

export type Settings = z.infer<typeof settingsSchema>;
export const settingNames = Object.keys(settingsSchema.shape) as (keyof Settings)[];

/** @throws ZodError that names the setting which is not acceptable. */
export const readSettings = (node: Node): Settings =>
  settingsSchema
    .refine(isComplete, incomplete)
    .parse(Object.fromEntries(settingNames.map((name) => [name, node.tryGetContext(name)])));
