import * as z from 'zod';
import { poolNames } from '@scangate/domain/credits/credit-pool';
import { roles, scopes, type Role } from '@scangate/domain/identity/roles';
import { tokenDays } from '@scangate/domain/identity/token-limits';
import { planNames } from '@scangate/domain/plans/plan-names';
import { Problem } from '@scangate/domain/problem';
import type { ControlRoute } from './control-route.ts';

const organization = z.strictObject({
  name: z.string().min(1).max(200),
  plan: z.enum(planNames),
  period: z.enum(['month', 'year']).optional(),
  licenses: z.int().min(1).max(100_000).optional(),
  sastAddon: z.enum(['starter', 'team']).optional(),
  credits: z.strictObject({ core: z.int().min(0).optional(), sast: z.int().min(0).optional() }).optional(),
  parent: z.uuid().optional(),
  createdAt: z.iso.datetime().optional(),
});
export type OrganizationInput = z.infer<typeof organization>;

const adjustment = z.strictObject({
  /** For a promotional grant. */
  expiresAt: z.iso.datetime({ offset: true }).optional(),
  pool: z.enum(poolNames),
  amount: z.int(),
  motif: z.string().min(1).max(500),
});
type AdjustmentInput = z.infer<typeof adjustment>;

/** The event itself is validated by the operator's use case. */
const operatorChange = z.strictObject({
  eventId: z.uuid().optional(),
  event: z.looseObject({ type: z.string() }),
});
type OperatorChangeInput = z.infer<typeof operatorChange>;

/** From the operator's request; the use case validates it. */
const packRefund = z.looseObject({ refundId: z.uuid().optional() });
type PackRefundInput = z.infer<typeof packRefund>;

const person = z.strictObject({ role: z.enum(roles) });

/** The code as any text: the use case knows only the pending ones. */
const device = z.strictObject({
  userCode: z.string().min(1).max(20),
  organizationId: z.uuid().optional(),
  role: z.enum(roles).default('owner'),
  scopes: z.array(z.enum(scopes)).min(1).optional(),
  expiresInDays: z.int().min(tokenDays.least).max(tokenDays.most).optional(),
  deny: z.literal(true).optional(),
});
export type DeviceInput = z.infer<typeof device>;

/** Actions on organizations, through the service's own use cases and store. */
export interface ControlActions {
  createOrganization(input: OrganizationInput, now: Date): Promise<object>;
  addPerson(organizationId: string, role: Role, now: Date): Promise<object>;
  /** Makes the people whom the local issuer lists members of the organization. */
  linkDemoPeople(organizationId: string, now: Date): Promise<void>;
  /** Creates the organization of the Regulated demo, once. */
  setUpRegulatedDemo(now: Date): Promise<object>;
  /** Approves or denies a command line on behalf of a member, of the demo organization unless another one is named. */
  decideDevice(input: DeviceInput, now: Date): Promise<object>;
  adjustPool(organizationId: string, input: AdjustmentInput, now: Date): Promise<object>;
  applyOperatorChange(organizationId: string, input: OperatorChangeInput, now: Date): Promise<object>;
  refundCreditPack(organizationId: string, input: PackRefundInput, now: Date): Promise<object>;
  auditLedger(): Promise<object>;
  ledgerKey(): Promise<string>;
  /** @param record an OSV record, which the import validates. */
  publishAdvisory(record: unknown, now: Date): Promise<object>;
  /** @param input the operator's request. */
  listAccounts(input: unknown, now: Date): Promise<object>;
}

/** The operator's actions. */
const operatorRoutes = (actions: () => ControlActions): ControlRoute[] => [
  [
    'POST',
    /^\/_local\/organizations\/([\w-]{1,64})\/adjust$/,
    async ({ body, id, now }) => {
      const input = adjustment.parse(await body());
      return { status: 200, body: await actions().adjustPool(id, input, now) };
    },
  ],
  [
    'POST',
    /^\/_local\/organizations\/([\w-]{1,64})\/refund-credit-pack$/,
    async ({ body, id, now }) => {
      const input = packRefund.parse(await body());
      return { status: 200, body: await actions().refundCreditPack(id, input, now) };
    },
  ],
  [
    'POST',
    /^\/_local\/organizations\/([\w-]{1,64})\/billing$/,
    async ({ body, id, now }) => {
      const input = operatorChange.parse(await body());
      return { status: 200, body: await actions().applyOperatorChange(id, input, now) };
    },
  ],
  [
    'POST',
    /^\/_local\/accounts$/,
    async ({ body, now }) => ({ status: 200, body: await actions().listAccounts(await body(), now) }),
  ],
  [
    'POST',
    /^\/_local\/advisories$/,
    async ({ body, now }) => ({
      status: 201,
      body: await actions().publishAdvisory(await body(), now),
    }),
  ],
  ['GET', /^\/_local\/ledger-audit$/, async () => ({ status: 200, body: await actions().auditLedger() })],
  ['GET', /^\/_local\/ledger-key$/, async () => ({ status: 200, text: await actions().ledgerKey() })],
];

/** @param actions is absent when the running app is not the service. */
export const organizationRoutes = (given: ControlActions | undefined): ControlRoute[] => {
  const actions = (): ControlActions => {
    if (!given) throw new Problem('not_found', { detail: 'This app has no organizations.' });
    return given;
  };
  return [
    [
      'POST',
      /^\/_local\/organizations$/,
      async ({ body, now }) => {
        const input = organization.parse(await body());
        return { status: 201, body: await actions().createOrganization(input, now) };
      },
    ],
    [
      'POST',
      /^\/_local\/organizations\/([\w-]{1,64})\/people$/,
      async ({ body, id, now }) => {
        const { role } = person.parse(await body());
        return { status: 201, body: await actions().addPerson(id, role, now) };
      },
    ],
    [
      'POST',
      /^\/_local\/organizations\/([\w-]{1,64})\/demo-people$/,
      async ({ id, now }) => {
        await actions().linkDemoPeople(id, now);
        return { status: 200, body: { organizationId: id } };
      },
    ],
    [
      'POST',
      /^\/_local\/device$/,
      async ({ body, now }) => ({
        status: 200,
        body: await actions().decideDevice(device.parse(await body()), now),
      }),
    ],
    [
      'POST',
      /^\/_local\/regulated-demo$/,
      async ({ now }) => ({ status: 200, body: await actions().setUpRegulatedDemo(now) }),
    ],
    ...operatorRoutes(actions),
  ];
};
