import type { BodyOfResponse } from '@scangate/client';
import type { ReactElement } from 'react';
import { settingsMessages } from '@scangate/console/messages/organization/settings.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { CopyButton } from '@scangate/console/parts/actions/copy-button.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { KeyValue } from '@scangate/console/parts/layout/key-value.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { Instant } from '@scangate/console/parts/text/instant.tsx';
import { Text } from '@scangate/console/parts/text/text.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { managers } from '@scangate/console/session/permissions.ts';
import { useSignedIn } from '@scangate/console/session/session-context.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';

export type Organization = BodyOfResponse<'get-organization', 200>;

const NameForm = ({ name }: Organization): ReactElement => {
  const { refresh } = useSignedIn();
  const draft = useDraft('organization-name', name);
  const save = useApiAction('change-organization', {
    invalidates: ['get-organization'],
    onDone: () => {
      draft.clear();
      void refresh();
    },
  });
  const isEmpty = draft.value.trim() === '';
  const canSave = !isEmpty && draft.value.trim() !== name;
  return (
    <Form
      problem={save.problem}
      onSubmit={() => canSave && void save.run({ body: { name: draft.value.trim() } })}
      actions={
        <Button type="submit" busy={save.isBusy} disabled={!canSave}>
          {settingsMessages.save}
        </Button>
      }
    >
      <TextField
        label={settingsMessages.name}
        value={draft.value}
        onChange={draft.set}
        error={isEmpty ? settingsMessages.nameMissing : errorAt(save.problem, '/name')}
        required
      />
    </Form>
  );
};

/** The name of the organization, and the id that commands and pipelines name. */
export const OrganizationName = ({ organization }: { organization: Organization }): ReactElement => {
  const { session } = useSignedIn();
  const { organizationId, createdAt, name, parentOrganizationId } = organization;
  const canChange = managers.includes(session.role);
  return (
    <Stack gap={4}>
      {canChange && <NameForm {...organization} />}
      <KeyValue
        items={[
          ...(canChange ? [] : [{ label: settingsMessages.name, value: <Text value={name} /> }]),
          {
            label: settingsMessages.id,
            value: (
              <Row gap={1} wrap={false}>
                <Code value={organizationId} cut="middle" />
                <CopyButton value={organizationId} label={settingsMessages.id} />
              </Row>
            ),
          },
          { label: settingsMessages.created, value: <Instant at={createdAt} mode="day" /> },
          ...(parentOrganizationId === undefined
            ? []
            : [
                { label: settingsMessages.parent, value: <Text value={parentOrganizationId} cut="middle" /> },
              ]),
        ]}
      />
    </Stack>
  );
};
