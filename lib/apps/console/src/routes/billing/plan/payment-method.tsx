import type { ReactElement } from 'react';
import { planMessages } from '@scangate/console/messages/billing/plan.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';

/** The way to the page where card and address are changed. */
export const PaymentMethod = (): ReactElement => {
  const portal = useApiAction('open-portal', { onDone: ({ body }) => window.location.assign(body.url) });
  return (
    <Panel
      title={planMessages.payment}
      lead={planMessages.paymentHelp}
      actions={
        <Button busy={portal.isBusy} onClick={() => void portal.run()}>
          {planMessages.paymentOpen}
        </Button>
      }
    >
      {portal.problem !== undefined && <ProblemPanel error={portal.problem} />}
    </Panel>
  );
};
