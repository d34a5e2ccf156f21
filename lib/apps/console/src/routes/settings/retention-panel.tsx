import type { BodyOfResponse } from '@scangate/client';
import { useState, type ReactElement } from 'react';
import { settingsMessages } from '@scangate/console/messages/organization/settings.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { NumberField } from '@scangate/console/parts/forms/text-field.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { useApiAction, type ApiAction } from '@scangate/console/session/use-api-action.ts';
import { useRead } from '@scangate/console/session/use-read.ts';

type Retention = BodyOfResponse<'get-retention', 200>;

interface ShorterProps {
  from: number;
  to: number;
  save: ApiAction<'set-retention'>;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before details are removed. */
const ShorterDialog = ({ from, to, save, onConfirm, onClose }: ShorterProps): ReactElement => (
  <ConfirmDialog
    open
    danger
    onClose={onClose}
    title={settingsMessages.retention}
    confirm={settingsMessages.save}
    onConfirm={onConfirm}
    busy={save.isBusy}
    problem={save.problem}
  >
    {settingsMessages.shorter(from, to)}
  </ConfirmDialog>
);

const RetentionForm = ({ retention: { days: stored, maxDays } }: { retention: Retention }): ReactElement => {
  const [days, setDays] = useState<number | undefined>(stored);
  const [isAsking, setAsking] = useState(false);
  const save = useApiAction('set-retention', {
    invalidates: ['get-retention', 'get-billing-status'],
    onDone: () => setAsking(false),
  });
  const isValid = days !== undefined && days >= 1 && (maxDays === null || days <= maxDays);
  const canSave = isValid && days !== stored;
  const send = (): void => void (isValid && save.run({ body: { days } }));
  const submit = (): void => {
    if (!canSave) return;
    // Fewer days remove details, so the person has to confirm.
    if (days < stored) setAsking(true);
    else send();
  };
  return (
    <>
      <Form
        problem={isAsking ? undefined : save.problem}
        onSubmit={submit}
        actions={
          <Button type="submit" busy={save.isBusy} disabled={!canSave}>
            {settingsMessages.save}
          </Button>
        }
      >
        <NumberField
          label={settingsMessages.days}
          help={maxDays === null ? settingsMessages.daysUnlimited : settingsMessages.daysHelp(maxDays)}
          min={1}
          {...(maxDays !== null && { max: maxDays })}
          value={days}
          onChange={setDays}
          error={isValid ? errorAt(save.problem, '/days') : settingsMessages.daysInvalid}
        />
      </Form>
      {isAsking && days !== undefined && (
        <ShorterDialog
          from={stored}
          to={days}
          save={save}
          onConfirm={send}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
};

/** Sets how long the details of a scan are kept, within the plan. */
export const RetentionPanel = (): ReactElement => {
  const retention = useRead('get-retention');
  return (
    <Panel
      title={settingsMessages.retention}
      lead={settingsMessages.retentionLead}
      reading={retention}
      rows={2}
    >
      {(data) => <RetentionForm key={data.days} retention={data} />}
    </Panel>
  );
};
