import type { ReactElement } from 'react';
import { evidenceMessages } from '@scangate/console/messages/organization/evidence.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { TabPanel, Tabs } from '@scangate/console/parts/layout/tabs.tsx';
import { Forbidden, Locked } from '@scangate/console/parts/status/locked.tsx';
import { accessTo, managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { choice } from '@scangate/console/session/url-parameters.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { PackList } from './auditor-pack-list.tsx';
import { ProofTab } from './proof-tab.tsx';

const views = ['proof', 'packs'] as const;
const parameters = { tab: choice(views, 'proof') } as const;

const Packs = (): ReactElement => {
  const access = accessTo({ capability: 'auditor_export', roles: managers }, useSession());
  if (access.kind === 'locked') return <Locked capability={access.capability} />;
  return access.kind === 'forbidden' ? <Forbidden roles={access.roles} /> : <PackList />;
};

/** The page has what can be shown to people outside: proofs of scans, and packs for auditors. */
export default function EvidencePage(): ReactElement {
  const [{ tab }, set] = useUrlState(parameters);
  return (
    <Page
      title={pageTitles.auditorPacks}
      tabs={
        <Tabs
          label={evidenceMessages.views}
          items={views.map((value) => ({ value, label: evidenceMessages[value] }))}
          value={tab}
          onChange={(value) => set({ tab: value })}
        />
      }
    >
      <TabPanel value={tab}>{tab === 'packs' ? <Packs /> : <ProofTab />}</TabPanel>
    </Page>
  );
}
