import type { ReactElement } from 'react';
import { endOfDay } from '@scangate/console/messages/calendar.ts';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { waiverMessages } from '@scangate/console/messages/gate/waivers.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { RadioGroup } from '@scangate/console/parts/forms/checkbox.tsx';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { TextArea } from '@scangate/console/parts/forms/text-field.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { FormDialog, type FieldsProps } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { serverNow } from '@scangate/console/session/browser/server-time.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { ExpiryField, type ChosenDay } from './expiry-field.tsx';
import { useUsualDay } from './use-usual-day.ts';
import { dayIn, oneLine, waiverTargets, type TargetName, type WaivableFinding } from './waiver-targets.ts';

interface WaiveDialogProps {
  finding: WaivableFinding & { projectUnitId: string };
  repositoryId: string;
  onClose: () => void;
}

type ScopeName = 'repository' | 'unit' | 'organization';

interface WaiverDraft {
  target: TargetName;
  scope: ScopeName;
  reason: string;
  day: ChosenDay;
}

const scopeNames: readonly ScopeName[] = ['repository', 'unit', 'organization'];

const scopeOf = (name: ScopeName, repositoryId: string, projectUnitId: string) => {
  if (name === 'organization') return {};
  return { scope: name === 'unit' ? { repositoryId, projectUnitId } : { repositoryId } };
};

const affected = ['list-waivers', 'list-findings', 'list-tracked-findings'] as const;

const errorsIn = ({ reason, day }: WaiverDraft, usualDay: string) => ({
  reason: reason.trim() === '',
  day: (day ?? usualDay) < dayIn(serverNow(), 0),
});

interface WaiverFieldsProps extends FieldsProps<WaiverDraft, ReturnType<typeof errorsIn>> {
  targets: ReturnType<typeof waiverTargets>;
  usualDay: string;
}

const Fields = (props: WaiverFieldsProps): ReactElement => {
  const { value, onChange, errors, problem, targets, usualDay } = props;
  const set = (change: Partial<WaiverDraft>): void => onChange({ ...value, ...change });
  return (
    <>
      <RadioGroup
        label={waiverMessages.covers}
        value={value.target}
        onChange={(target) => set({ target })}
        options={targets.map(({ name }) => ({ value: name, label: waiverMessages.targets[name] }))}
      />
      <Select
        label={waiverMessages.scope}
        value={value.scope}
        onChange={(scope) => set({ scope })}
        options={scopeNames.map((name) => ({ value: name, label: waiverMessages.scopes[name] }))}
      />
      <TextArea
        label={waiverMessages.reason}
        help={waiverMessages.reasonHelp}
        error={errors.reason ? waiverMessages.reasonNeeded : errorAt(problem, '/reason')}
        value={value.reason}
        onChange={(reason) => set({ reason })}
        required
        rows={3}
      />
      <ExpiryField
        day={value.day ?? usualDay}
        onChange={(day) => set({ day })}
        error={errors.day ? waiverMessages.dayNeeded : errorAt(problem, '/expiresAt')}
      />
    </>
  );
};

/** Says whether the waiver holds, or waits for an owner or admin. */
const Saved = ({ status, onClose }: { status: string; onClose: () => void }): ReactElement => {
  const isRequested = status === 'requested';
  return (
    <Dialog
      open
      onClose={onClose}
      title={isRequested ? waiverMessages.requested : waiverMessages.done}
      actions={<Button onClick={onClose}>{partMessages.close}</Button>}
    >
      <p>{isRequested ? waiverMessages.requestedHelp : waiverMessages.doneHelp}</p>
    </Dialog>
  );
};

/** Waives a finding, or asks an owner or admin to by the same call. What was entered stays when the dialog closes. */
export const WaiveDialog = ({ finding, repositoryId, onClose }: WaiveDialogProps): ReactElement => {
  const isRequest = useSession().role === 'member';
  const targets = waiverTargets(finding);
  const usualDay = useUsualDay();
  const draft = useDraft<WaiverDraft>(`waiver ${finding.fingerprint}`, {
    target: 'finding',
    scope: 'repository',
    reason: '',
    day: undefined,
  });
  const act = useApiAction('create-waiver', { invalidates: affected });
  const send = ({ target, scope, reason, day }: WaiverDraft) => {
    const match = targets.find(({ name }) => name === target)?.match ?? { fingerprint: finding.fingerprint };
    const where = scopeOf(scope, repositoryId, finding.projectUnitId);
    const expiresAt = endOfDay(day ?? usualDay);
    return act.run({ body: { match, reason: oneLine(reason), expiresAt, ...where } });
  };
  const status = act.data?.status;
  return (
    <FormDialog
      size="small"
      title={isRequest ? waiverMessages.requestTitle : waiverMessages.waiveTitle}
      submit={isRequest ? waiverMessages.request : waiverMessages.waive}
      draft={draft}
      errorsIn={(value) => errorsIn(value, usualDay)}
      act={act}
      send={send}
      onClose={onClose}
      once={() => (status === undefined ? undefined : <Saved status={status} onClose={onClose} />)}
    >
      {(fields) => (
        <>
          <p>{isRequest ? waiverMessages.requestLead : waiverMessages.waiveLead}</p>
          <Fields {...fields} targets={targets} usualDay={usualDay} />
        </>
      )}
    </FormDialog>
  );
};
