import type { ReactElement } from 'react';
import { usageMessages } from '@scangate/console/messages/billing/usage.ts';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { choice } from '@scangate/console/session/url-parameters.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import type { BillingStatus } from '../billing-status.ts';
import { BudgetsView } from '../budgets/budgets-view.tsx';
import { LicensesView } from '../licenses/licenses-view.tsx';
import { CreditsView } from './credits-view.tsx';

const views = ['credits', 'licenses', 'budgets'] as const;
const parameters = { view: choice(views, 'credits') } as const;

/** Shows the use of the account: its credits, its licenses, and the budgets of those it pays for. */
export const UsageTab = ({ status }: { status: BillingStatus }): ReactElement => {
  const [{ view }, set] = useUrlState(parameters);
  return (
    <Stack gap={5}>
      <Row>
        <Select
          label={usageMessages.views}
          value={view}
          onChange={(chosen) => set({ view: chosen })}
          options={views.map((value) => ({ value, label: usageMessages.viewNames[value] }))}
        />
      </Row>
      {view === 'credits' && <CreditsView status={status} />}
      {view === 'licenses' && <LicensesView />}
      {view === 'budgets' && <BudgetsView />}
    </Stack>
  );
};
