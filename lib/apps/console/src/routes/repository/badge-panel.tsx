import type { ReactElement } from 'react';
import { repositoryMessages } from '@scangate/console/messages/gate/repositories.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { CodeBlock } from '@scangate/console/parts/text/code-block.tsx';
import { useAct } from '@scangate/console/session/use-act.ts';
import { badgeMarkdown } from './badge-markdown.ts';
import type { RepositoryDetail } from './repository-detail.ts';

/** The verdict of the default branch as a picture for a README. Its address cannot be guessed, and can be withdrawn. */
export const BadgePanel = ({ repository }: { repository: RepositoryDetail }): ReactElement => {
  const { repositoryId, badgeId } = repository;
  const create = useAct('create-badge', { invalidates: ['get-repository'] });
  const remove = useAct('remove-badge', { invalidates: ['get-repository'] });
  const params = { repositoryId };
  const problem = create.problem ?? remove.problem;
  return (
    <Panel title={repositoryMessages.badge} lead={repositoryMessages.badgeHelp}>
      <Stack gap={3}>
        {problem !== undefined && problem !== null && <ProblemPanel error={problem} />}
        {badgeId === undefined ? (
          <Row>
            <Button busy={create.isBusy} onClick={() => void create.run({ params })}>
              {repositoryMessages.badgeMake}
            </Button>
          </Row>
        ) : (
          <>
            <CodeBlock
              label={repositoryMessages.badgeMarkdown}
              code={badgeMarkdown(badgeId, window.location.origin)}
            />
            <Row>
              <Button busy={remove.isBusy} onClick={() => void remove.run({ params })}>
                {repositoryMessages.badgeRemove}
              </Button>
            </Row>
          </>
        )}
      </Stack>
    </Panel>
  );
};
