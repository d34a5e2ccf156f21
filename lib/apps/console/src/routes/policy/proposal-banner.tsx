import type { BodyOfResponse } from '@scangate/client';
import type { ReactElement } from 'react';
import { policyMessages } from '@scangate/console/messages/gate/policy.ts';
import { Link } from '@scangate/console/parts/actions/link.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { isPermitted, managers } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { usePeople } from '@scangate/console/session/use-people.ts';

type Proposal = NonNullable<BodyOfResponse<'get-gate', 200>['proposal']>;

/** Says that a change of the rules about waivers waits, who asked for it, and what a second person does. */
export const ProposalBanner = ({ proposal: { personId, at } }: { proposal: Proposal }): ReactElement => {
  const session = useSession();
  const { nameOf } = usePeople();
  const seesAudit = isPermitted({ roles: managers, capability: 'audit_log' }, session);
  return (
    <Banner
      tone="warning"
      title={policyMessages.proposal}
      actions={
        seesAudit && (
          <Link to="audit" search={{ action: 'gate.proposed' }} kind="button">
            {policyMessages.proposalAudit}
          </Link>
        )
      }
    >
      <p>
        {fill(policyMessages.proposedBy, {
          person: <Text value={nameOf(personId) ?? policyMessages.somebody} />,
          when: <Instant at={at} />,
        })}
      </p>
      <p>{policyMessages.proposalHelp}</p>
    </Banner>
  );
};
