import { useState, type ReactElement } from 'react';
import { repositoryMessages } from '@scangate/console/messages/gate/repositories.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { ProblemPanel } from '@scangate/console/parts/status/problem-panel.tsx';
import { CodeBlock } from '@scangate/console/parts/text/code-block.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { badgeMarkdown, badgePath } from './badge-markdown.ts';
import type { RepositoryDetail } from './repository-detail.ts';

const Create = ({ repositoryId }: { repositoryId: string }): ReactElement => {
  const act = useApiAction('create-badge', { invalidates: ['get-repository'] });
  return (
    <Stack gap={3}>
      {act.problem !== undefined && <ProblemPanel error={act.problem} />}
      <Row>
        <Button busy={act.isBusy} onClick={() => void act.run({ params: { repositoryId } })}>
          {repositoryMessages.badgeMake}
        </Button>
      </Row>
    </Stack>
  );
};

const Remove = ({ repositoryId }: { repositoryId: string }): ReactElement => {
  const [isOpen, setOpen] = useState(false);
  const act = useApiAction('remove-badge', { invalidates: ['get-repository'] });
  return (
    <Row>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {repositoryMessages.badgeRemove}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={repositoryMessages.badgeRemoveTitle}
        confirm={repositoryMessages.badgeRemove}
        danger
        busy={act.isBusy}
        problem={act.problem}
        onConfirm={() => void act.run({ params: { repositoryId } })}
      >
        {repositoryMessages.badgeRemoveText}
      </ConfirmDialog>
    </Row>
  );
};

const Badge = ({ badgeId }: { badgeId: string }): ReactElement => {
  const { origin } = window.location;
  return (
    <>
      <div>
        <img src={badgePath(badgeId)} alt={repositoryMessages.badgeAlt} height={20} />
      </div>
      <CodeBlock label={repositoryMessages.badgeMarkdown} code={badgeMarkdown(badgeId, origin)} />
      <CodeBlock label={repositoryMessages.badgeAddress} code={`${origin}${badgePath(badgeId)}`} />
    </>
  );
};

interface BadgePanelProps {
  repository: RepositoryDetail;
  canManage: boolean;
}

/**
 * The verdict of the default branch as a picture for a README. Its address cannot be guessed, and can be withdrawn. Who
 * may not manage it can copy it.
 */
export const BadgePanel = ({ repository, canManage }: BadgePanelProps): ReactElement | null => {
  const { repositoryId, badgeId } = repository;
  if (badgeId === undefined && !canManage) return null;
  return (
    <Panel title={repositoryMessages.badge} lead={repositoryMessages.badgeHelp}>
      {badgeId === undefined ? (
        <Create repositoryId={repositoryId} />
      ) : (
        <Stack gap={3}>
          <Badge badgeId={badgeId} />
          {canManage && <Remove repositoryId={repositoryId} />}
        </Stack>
      )}
    </Panel>
  );
};
