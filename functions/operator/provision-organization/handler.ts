import * as z from 'zod';
import type { PortsOf } from '#contract/ports-of.ts';
import { validateBody } from '#contract/validate.ts';
import { issueToken } from '@scangate/domain/identity/issue-token';
import {
  requirePayingParent,
  provisionOrganization as plan,
} from '@scangate/domain/accounts/provision-organization';
import { Problem } from '@scangate/domain/problem';
import { planNames, scopesOfRole } from '@scangate/domain/identity/roles';
import { commitOrThrow } from '#ports/store.ts';
import { task, type TaskContext } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { provisionOrganization } from '../index.ts';

const credits = z.int().min(0).max(1_000_000_000);

const order = z.strictObject({
  /** Chosen by the operator, so that a repeated invocation finds what the first one made. */
  organizationId: z.uuid(),
  name: z.string().min(1).max(200),
  plan: z.enum(planNames),
  /** Monthly unless said. */
  period: z.enum(['month', 'year']).optional(),
  licenses: z.int().min(1).max(100_000).optional(),
  sastAddon: z.enum(['starter', 'team']).optional(),
  credits: z.strictObject({ core: credits.optional(), sast: credits.optional() }).optional(),
  parent: z.uuid().optional(),
  ownerEmail: z.email(),
});

type Ports = PortsOf<(typeof provisionOrganization)['needs']>;

/** Creates an organization and its first owner. The owner's token is in the answer, this once. @throws Problem */
export const provision = async (input: unknown, { store }: Ports, { now, ids }: TaskContext) => {
  const { organizationId, ownerEmail, ...wanted } = validateBody(order, input);
  const at = now.toISOString();
  if (wanted.parent) requirePayingParent(await store.get('organization', { organizationId: wanted.parent }));
  const owner = { personId: ids.uuid(), role: 'owner' as const, email: ownerEmail };
  const { secret, token } = issueToken({
    request: { kind: 'personal', name: 'first owner' },
    issuer: { organizationId, ...owner, scopes: scopesOfRole('owner') },
    tokenId: ids.uuid(),
    random: ids.bytes(60),
    now: at,
  });
  const exists = () => new Problem('conflict', { detail: 'An organization with this id exists.' });
  const changes = plan(wanted, { organizationId, people: [owner], createdAt: at }).map((change) =>
    change.record === 'organization' ? { ...change, onConflict: exists } : change,
  );
  await commitOrThrow(store, [...changes, { change: 'insert', record: 'token', item: token }]);
  return { organizationId, personId: owner.personId, token: secret };
};

export const handler = task(provisionOrganization, { store: wireStore }, provision);
