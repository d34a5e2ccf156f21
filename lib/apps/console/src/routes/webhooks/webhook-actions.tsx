import { SecretOnce } from '@scangate/console/parts/overlays/secret-once.tsx';
import { useRouter } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { webhookMessages } from '@scangate/console/messages/organization/webhooks.ts';
import { pageHref } from '@scangate/console/parts/actions/page-href.ts';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { NumberField } from '@scangate/console/parts/forms/text-field.tsx';
import { useInput } from '@scangate/console/parts/forms/use-input.ts';
import { FormDialog } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import type { Version } from '@scangate/console/session/use-shared-edit.ts';
import type { ChosenRepository } from '../pickers/repository-picker.tsx';
import { WebhookEdit } from './edit-dialog.tsx';
import { SubscriberActions } from './subscriber-actions.tsx';
import type { Webhook } from './webhook-request.ts';

/** A day, in which receivers learn the new secret. */
const usualOverlap = 24;

/** Gives a webhook another secret. It is shown once, and the one before signs on for as long as is chosen. */
const RotateDialog = ({ webhookId, onClose }: { webhookId: string; onClose: () => void }): ReactElement => {
  const rotate = useApiAction('rotate-webhook-secret', { invalidates: ['get-webhook'] });
  const secret = rotate.data?.secret;
  return (
    <FormDialog
      size="small"
      title={webhookMessages.rotate}
      submit={webhookMessages.rotate}
      draft={useInput<number | undefined>(usualOverlap)}
      errorsIn={(hours) => ({ hours: hours === undefined || hours < 0 || hours > 168 })}
      act={rotate}
      send={(overlapHours) =>
        rotate.run({ params: { webhookId }, body: overlapHours === undefined ? {} : { overlapHours } })
      }
      onClose={onClose}
      once={() =>
        secret === undefined ? undefined : (
          <SecretOnce title={webhookMessages.secretTitle} secret={secret} onClose={onClose} />
        )
      }
    >
      {({ value, onChange, errors, problem }) => (
        <NumberField
          label={webhookMessages.overlap}
          help={webhookMessages.overlapHelp}
          min={0}
          max={168}
          value={value}
          onChange={onChange}
          error={errors.hours ? webhookMessages.overlapInvalid : errorAt(problem, '/overlapHours')}
        />
      )}
    </FormDialog>
  );
};

interface WebhookActionsProps {
  current: Version<Webhook>;
  /** The repositories of its filter; undefined until their names are read. */
  repositories: readonly ChosenRepository[] | undefined;
  refetch: () => unknown;
}

/** Offers what can be done with a webhook. */
export const WebhookActions = ({ current, repositories, refetch }: WebhookActionsProps): ReactElement => {
  const { webhookId, enabled, name } = current.value;
  const params = { webhookId };
  const headers = { 'If-Match': current.etag };
  const router = useRouter();
  const { organizationId } = useSession().organization;
  const test = useApiAction('test-webhook', { invalidates: ['list-webhook-deliveries', 'get-webhook'] });
  const change = useApiAction('change-webhook', { invalidates: ['get-webhook', 'list-webhooks'] });
  const remove = useApiAction('remove-webhook', {
    invalidates: ['list-webhooks'],
    onDone: () => void router.navigate({ to: pageHref(organizationId, { to: 'webhooks' }) }),
  });
  const edit = {
    label: webhookMessages.edit,
    dialog: (onClose: () => void) =>
      repositories && (
        <WebhookEdit current={current} repositories={repositories} refetch={refetch} onClose={onClose} />
      ),
  };
  const rotate = {
    label: webhookMessages.rotate,
    dialog: (onClose: () => void) => <RotateDialog webhookId={webhookId} onClose={onClose} />,
  };
  return (
    <SubscriberActions
      name={name}
      enabled={enabled}
      test={{
        ...test,
        run: () => test.run({ params }),
        label: webhookMessages.test,
        isDisabled: !enabled,
        result: test.data && webhookMessages.testSent,
      }}
      toggle={{ ...change, run: () => change.run({ params, headers, body: { enabled: !enabled } }) }}
      remove={{ ...remove, run: () => remove.run({ params }) }}
      choices={[edit, rotate]}
    />
  );
};
