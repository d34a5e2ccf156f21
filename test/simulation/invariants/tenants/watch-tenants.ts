import { fromItem } from '#adapters/dynamodb/items.ts';
import { recordLayouts } from '#adapters/dynamodb/record-layouts.ts';
import { capabilitiesOf, planAt } from '@scangate/domain/plans/entitlements';
import type { PlanName } from '@scangate/domain/plans/plan-names';
import type { Answered } from '#test/simulation/actors/api.ts';
import type { Organization } from '#test/simulation/actors/organization.ts';
import type { RowChange } from '#test/simulation/cloud/database/database.ts';
import { formsOf } from '#test/simulation/releases/forms.ts';
import type { World } from '#test/simulation/start/world.ts';
import type { Report } from '../violation.ts';
import { AnswerWatch } from './answer-watch.ts';
import { SignOnWatch } from '../sign-on/sign-on-watch.ts';
import { CredentialWatch } from './credential-watch.ts';
import { watchSent } from './sent-watch.ts';

interface TenantWatch {
  onAnswer: (answered: Answered) => void;
  onCommit: (changes: readonly RowChange[], now: number) => void;
}

/** The plan of whoever pays for an organization, as it is stored now. */
const planOf = (
  { cloud: { database }, scheduler }: World,
  { organizationId, parent = organizationId }: Organization,
): PlanName => {
  const key = recordLayouts.account.key({ accountId: parent });
  const rows = [...database.tables.values()].map((table) => table.find({ ...key }));
  const row = rows.find((found) => found !== undefined);
  if (!row) throw new Error(`${parent} has no account`);
  return planAt(fromItem('account', row, formsOf.knowing), new Date(scheduler.now).toISOString());
};

/** Watches whatever reaches somebody: it is theirs, and nobody gets it by a credential that has ended. */
export const watchTenants = (world: World, report: Report): TenantWatch => {
  const { credentials, ownership, scheduler, organizations } = world;
  const ownerOf = (secret: string) => credentials.of(secret)?.organization;
  const answers = new AnswerWatch({ ownership, ownerOf, report });
  const used = new CredentialWatch(credentials, report);
  const signOns = new SignOnWatch({
    credentials,
    organizations,
    given: world.saml.given,
    emails: world.identity.emails,
    markedBy: (text) => ownership.markedBy(text),
    isEntitled: (organization) => capabilitiesOf(planOf(world, organization)).includes('sso_full'),
    report,
  });
  watchSent(world, report);
  world.keepers.push(() => credentials.keep(organizations, () => scheduler.now));
  return {
    onCommit: (changes, now) => signOns.onCommit(changes, now),
    onAnswer: (answered) => {
      used.check(answered);
      signOns.onAnswer(answered);
      credentials.note(answered, scheduler.now);
      answers.check(answered);
    },
  };
};
