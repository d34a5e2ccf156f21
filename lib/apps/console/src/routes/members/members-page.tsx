import type { ReactElement } from 'react';
import { memberMessages } from '@scangate/console/messages/organization/members.ts';
import { pageTitles } from '@scangate/console/messages/pages.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Page } from '@scangate/console/parts/layout/page.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { flag } from '@scangate/console/session/url-parameters.ts';
import { useUrlState } from '@scangate/console/session/use-url-state.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberList } from './member-list.tsx';

const parameters = { invite: flag() } as const;

/** The page says who belongs to the organization, and who is invited. */
export default function MembersPage(): ReactElement {
  const [{ invite }, set] = useUrlState(parameters);
  return (
    <Page
      title={pageTitles.members}
      actions={
        <Button kind="primary" onClick={() => set({ invite: true })}>
          {memberMessages.invite}
        </Button>
      }
    >
      <Stack gap={6}>
        <MemberList />
        <InvitationList />
      </Stack>
      {invite && <InviteDialog onClose={() => set({ invite: false }, { replace: true })} />}
    </Page>
  );
}
