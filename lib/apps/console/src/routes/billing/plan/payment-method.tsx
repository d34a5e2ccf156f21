import type { ReactElement } from 'react';
import { planMessages } from '@scangate/console/messages/billing/plan.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { useAct } from '@scangate/console/session/use-act.ts';

/** The way to the page where card and address are changed. */
export const PaymentMethod = (): ReactElement => {
  const portal = useAct('open-portal', { onDone: ({ body }) => window.location.assign(body.url) });
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
