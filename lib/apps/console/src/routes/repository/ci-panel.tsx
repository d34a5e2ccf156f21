import type { ReactElement } from 'react';
import { repositoryMessages } from '@scangate/console/messages/gate/repositories.ts';
import { Disclosure } from '@scangate/console/parts/layout/disclosure.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Locked } from '@scangate/console/parts/status/locked.tsx';
import { CodeBlock } from '@scangate/console/parts/text/code-block.tsx';
import { isPermitted } from '@scangate/console/session/permissions.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { commandLineSnippet, githubSnippet, gitlabSnippet } from './ci-snippets.ts';

/** Shows how a pipeline asks for the verdict, ready to copy. */
export const CiPanel = (): ReactElement => {
  const session = useSession();
  const input = { origin: window.location.origin, organizationId: session.organization.organizationId };
  const snippets = [
    { label: repositoryMessages.github, code: githubSnippet(input) },
    { label: repositoryMessages.gitlab, code: gitlabSnippet(input) },
    { label: repositoryMessages.commandLine, code: commandLineSnippet(input) },
  ];
  if (!isPermitted({ capability: 'api' }, session))
    return (
      <Panel title={repositoryMessages.ci}>
        <Locked capability="api" isPart />
      </Panel>
    );
  return (
    <Panel title={repositoryMessages.ci} lead={repositoryMessages.ciHelp}>
      <Stack gap={2}>
        {snippets.map(({ label, code }) => (
          <Disclosure key={label} summary={label}>
            <CodeBlock label={label} code={code} />
          </Disclosure>
        ))}
      </Stack>
    </Panel>
  );
};
