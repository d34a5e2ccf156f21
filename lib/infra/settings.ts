import type { Node } from 'constructs';
import * as z from 'zod';

const flag = z.union([z.boolean(), z.stringbool()]);

/** What an operator may choose with `cdk deploy -c name=value` or in cdk.json (docs/runbook.md, "Settings"). */
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
});

export type Settings = z.infer<typeof settingsSchema>;
export const settingNames = Object.keys(settingsSchema.shape) as (keyof Settings)[];

/** @throws ZodError that names the setting which is not acceptable. */
export const readSettings = (node: Node): Settings =>
  settingsSchema.parse(Object.fromEntries(settingNames.map((name) => [name, node.tryGetContext(name)])));
