import type { ReactElement } from 'react';
import { memberMessages } from '@scangate/console/messages/organization/members.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { TabPanel, Tabs } from '@scangate/console/parts/layout/tabs.tsx';
import { choice, flag } from '@scangate/console/session/url-parameters.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberList } from './member-list.tsx';

const views = ['members', 'invitations'] as const;
const parameters = { tab: choice(views, 'members'), invite: flag() } as const;

/** The page says who belongs to the organization, and who is invited. */
export default function MembersPage(): ReactElement {
  const [{ tab, invite }, set] = useUrlState(parameters);
  return (
    <Page
      title={pageTitles.members}
      actions={
        <Button kind="primary" onClick={() => set({ invite: true })}>
          {memberMessages.invite}
        </Button>
      }
      tabs={
        <Tabs
          label={memberMessages.views}
          items={views.map((value) => ({ value, label: memberMessages[value] }))}
          value={tab}
          onChange={(value) => set({ tab: value })}
        />
      }
    >
      <TabPanel value={tab}>{tab === 'members' ? <MemberList /> : <InvitationList />}</TabPanel>
      {invite && (
        <InviteDialog
          onClose={() => set({ invite: false }, { replace: true })}
          onInvited={() => set({ invite: false, tab: 'invitations' }, { replace: true })}
        />
      )}
    </Page>
  );
}
