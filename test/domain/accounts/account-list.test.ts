import { expect, test } from 'vitest';
import { accountRow } from '@scangate/domain/accounts/account-list';
import { withAccount } from '@scangate/domain/accounts/billing-state';
import type { Organization } from '@scangate/domain/records';
import { newAccount } from '#test/models/account-timeline.ts';

const now = '2026-03-10T12:00:00.000Z';
const organization = { organizationId: 'org', name: 'Acme', billingAccountId: 'org', createdAt: now };

test('the list shows whether an account renews, unless it is canceled', () => {
  const { state } = newAccount({ plan: 'Team', licenses: 5 }, now);
  const rowOf = (endsAt?: string) =>
    accountRow(
      {
        organization: organization as Organization,
        state: endsAt === undefined ? state : withAccount(state, { endsAt }),
        paymentAccount: undefined,
        lastScan: undefined,
      },
      now,
    );
  expect(rowOf().account?.autoRenew).toBe(true);
  expect(rowOf('2026-04-10T12:00:00.000Z').account?.autoRenew).toBe(false);
});
