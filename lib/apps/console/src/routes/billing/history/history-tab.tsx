import type { ReactElement } from 'react';
import { historyMessages } from '@scangate/console/messages/billing/history.ts';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { choice } from '@scangate/console/session/url-parameters.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { InvoiceList } from './invoice-list.tsx';
import { LedgerList } from './ledger-list.tsx';

const views = ['ledger', 'invoices'] as const;
const parameters = { view: choice(views, 'ledger') } as const;

/** The ledger and the invoices. The billing role has the invoices alone. */
export const HistoryTab = (): ReactElement => {
  const { role, organization } = useSession();
  const [{ view }, set] = useUrlState(parameters);
  const seesLedger = managers.includes(role);
  return (
    <Stack gap={5}>
      {organization.isClient && (
        <p>{seesLedger ? historyMessages.parentNote : historyMessages.parentInvoices}</p>
      )}
      {seesLedger && (
        <Row>
          <Select
            label={historyMessages.views}
            value={view}
            onChange={(chosen) => set({ view: chosen })}
            options={views.map((value) => ({ value, label: historyMessages[value] }))}
          />
        </Row>
      )}
      {seesLedger && view === 'ledger' ? <LedgerList /> : <InvoiceList />}
    </Stack>
  );
};
