import type { BodyOfResponse } from '@scangate/client';
import type { ReactElement } from 'react';
import { billingMessages } from '@scangate/console/messages/billing/billing.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { TabPanel, Tabs } from '@scangate/console/parts/layout/tabs.tsx';
import { managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { choice } from '@scangate/console/session/url-parameters.ts';
import { useRead } from '@scangate/console/session/use-read.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { AutoRechargeTab } from './auto-recharge/auto-recharge-tab.tsx';
import { billingTabs, isOwnAccount, tabsOf, type BillingTab } from './billing-status.ts';
import { HistoryTab } from './history/history-tab.tsx';
import { PacksTab } from './credit-packs/credit-packs-tab.tsx';
import { PlanTab } from './plan/plan-tab.tsx';
import { PurchaseFrame } from './purchase/purchase-frame.tsx';
import { UsageTab } from './usage/usage-tab.tsx';

type Answer = BodyOfResponse<'get-billing-status', 200>;

const tabParameter = { tab: choice(billingTabs, 'plan') } as const;

const TabContent = ({ tab, status }: { tab: BillingTab; status: Answer }): ReactElement => {
  if (tab === 'history' || !isOwnAccount(status)) return <HistoryTab />;
  if (tab === 'usage') return <UsageTab status={status} />;
  if (tab === 'auto_recharge') return <AutoRechargeTab status={status} />;
  return (
    <PurchaseFrame status={status}>
      {(purchase) =>
        tab === 'packs' ? (
          <PacksTab status={status} review={purchase.review} />
        ) : (
          <PlanTab status={status} review={purchase.review} />
        )
      }
    </PurchaseFrame>
  );
};

/** The tabs that the service lists, the open one in the URL. */
const BillingTabs = ({ status }: { status: Answer }): ReactElement => {
  const { role } = useSession();
  const [{ tab: wanted }, setState] = useUrlState(tabParameter);
  const tabs = tabsOf(status);
  const tab = tabs.includes(wanted) ? wanted : (tabs[0] ?? 'history');
  const labelOf = (value: BillingTab): string =>
    value === 'history' && !managers.includes(role) ? billingMessages.invoices : billingMessages[value];
  return (
    <>
      <Tabs
        label={billingMessages.views}
        items={tabs.map((value) => ({ value, label: labelOf(value) }))}
        value={tab}
        onChange={(value) => setState({ tab: value })}
      />
      <TabPanel value={tab}>
        <TabContent tab={tab} status={status} />
      </TabPanel>
    </>
  );
};

export default function BillingPage(): ReactElement {
  const status = useRead('get-billing-status');
  return (
    <Page title={pageTitles.billing}>
      <Panel reading={status} rows={10}>
        {(data) => <BillingTabs status={data} />}
      </Panel>
    </Page>
  );
}
