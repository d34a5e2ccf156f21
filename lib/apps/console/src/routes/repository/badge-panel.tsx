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
export const BadgePanel = ({
  repository: { repositoryId },
}: {
  repository: RepositoryDetail;
}): ReactElement => {
  const create = useAct('create-badge');
  const remove = useAct('remove-badge', { onDone: create.reset });
  const params = { repositoryId };
  return (
    <Panel title={repositoryMessages.badge} lead={repositoryMessages.badgeHelp}>
      <Stack gap={3}>
        {create.problem ? <ProblemPanel error={create.problem} /> : null}
        {remove.problem ? <ProblemPanel error={remove.problem} /> : null}
        {create.data && (
          <CodeBlock
            label={repositoryMessages.badgeMarkdown}
            code={badgeMarkdown(create.data.url, window.location.origin)}
          />
        )}
        <Row>
          <Button busy={create.isBusy} onClick={() => void create.run({ params })}>
            {repositoryMessages.badgeShow}
          </Button>
          <Button kind="quiet" busy={remove.isBusy} onClick={() => void remove.run({ params })}>
            {repositoryMessages.badgeRemove}
          </Button>
        </Row>
      </Stack>
    </Panel>
  );
};
