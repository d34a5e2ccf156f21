import { useMemo, type ReactElement } from 'react';
import { filterMessages } from '@scangate/console/messages/organization/event-filters.ts';
import { eventName, webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { EditDialog } from '@scangate/console/parts/overlays/edit-dialog.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import type { Version } from '@scangate/console/session/use-shared-edit.ts';
import type { ChosenRepository } from '../pickers/repository-picker.tsx';
import { filterWords } from './filter-words.ts';
import { WebhookFields } from './webhook-fields.tsx';
import {
  requestOf,
  webhookBody,
  webhookErrors,
  type Webhook,
  type WebhookRequest,
} from './webhook-request.ts';

const labels: Record<keyof WebhookRequest, string> = {
  name: webhookMessages.name,
  url: webhookMessages.url,
  events: webhookMessages.events,
  repositories: filterMessages.repositories,
  branches: filterMessages.branches,
  minimumSeverity: filterMessages.severity,
  verdicts: filterMessages.verdicts,
};

const textOf = (name: keyof WebhookRequest, version: WebhookRequest): string => {
  if (name === 'name' || name === 'url') return version[name];
  if (name === 'events') return version.events.map(eventName).join(', ');
  return filterWords(version)[name];
};

interface WebhookEditProps {
  current: Version<Webhook>;
  /** The repositories of its filter, by their names. */
  repositories: readonly ChosenRepository[];
  refetch: () => unknown;
  onClose: () => void;
}

/** Changes a webhook. Somebody else's change meanwhile is shown beside one's own. */
export const WebhookEdit = ({ current, repositories, refetch, onClose }: WebhookEditProps): ReactElement => {
  const { webhookId } = current.value;
  const version = useMemo(
    () => ({ value: requestOf(current.value, repositories), etag: current.etag }),
    [current, repositories],
  );
  const save = useApiAction('change-webhook', { invalidates: ['get-webhook', 'list-webhooks'] });
  return (
    <EditDialog
      title={webhookMessages.editTitle}
      submit={webhookMessages.save}
      draft={`webhook:${webhookId}`}
      current={version}
      refetch={refetch}
      errorsIn={webhookErrors}
      act={save}
      send={({ value, etag }) =>
        save.run({
          params: { webhookId },
          headers: { 'If-Match': etag },
          body: { filter: null, ...webhookBody(value) },
        })
      }
      onClose={onClose}
      labels={labels}
      textOf={textOf}
    >
      {(fields) => <WebhookFields {...fields} />}
    </EditDialog>
  );
};
