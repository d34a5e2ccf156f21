import { useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { integrationMessages } from '@scangate/console/messages/organization/integrations.ts';
import { webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { pageHref } from '@scangate/console/parts/actions/page-href.ts';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import type { Version } from '@scangate/console/session/use-shared-edit.ts';
import type { ChosenRepository } from '../pickers/repository-picker.tsx';
import { SubscriberActions } from '../webhooks/subscriber-actions.tsx';
import { CredentialDialog } from './credential-dialog.tsx';
import { IntegrationEdit } from './edit-dialog.tsx';
import { isKnownKind } from './integration-kinds.ts';
import type { Integration } from './integration-request.ts';

interface IntegrationActionsProps {
  current: Version<Integration>;
  /** The repositories that it names; undefined until their names are read. */
  repositories: readonly ChosenRepository[] | undefined;
  refetch: () => unknown;
}

/** Offers what can be done with an integration. */
export const IntegrationActions = (props: IntegrationActionsProps): ReactElement => {
  const { current, repositories, refetch } = props;
  const { integrationId, enabled, name } = current.value;
  const params = { integrationId };
  const headers = { 'If-Match': current.etag };
  const router = useRouter();
  const { organizationId } = useSession().organization;
  const search = { tab: 'integrations' };
  const test = useApiAction('test-integration', { invalidates: ['get-integration'] });
  const change = useApiAction('change-integration', {
    invalidates: ['get-integration', 'list-integrations'],
  });
  const remove = useApiAction('remove-integration', {
    invalidates: ['list-integrations'],
    onDone: () => void router.navigate({ to: pageHref(organizationId, { to: 'webhooks', search }) }),
  });
  const edit = {
    label: webhookMessages.edit,
    dialog: (onClose: () => void) =>
      repositories && (
        <IntegrationEdit current={current} repositories={repositories} refetch={refetch} onClose={onClose} />
      ),
  };
  const credential = {
    label: integrationMessages.credential,
    dialog: (onClose: () => void) => <CredentialDialog current={current} onClose={onClose} />,
  };
  return (
    <SubscriberActions
      name={name}
      enabled={enabled}
      test={{
        ...test,
        run: () => test.run({ params }),
        label: integrationMessages.test,
        result: test.data && <Text value={integrationMessages.tested(test.data.target)} />,
      }}
      toggle={{ ...change, run: () => change.run({ params, headers, body: { enabled: !enabled } }) }}
      remove={{ ...remove, run: () => remove.run({ params }) }}
      choices={isKnownKind(current.value.kind) ? [edit, credential] : []}
    />
  );
};
