import { useState, type ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { waiverMessages } from '@scangate/console/messages/gate/waivers.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { RadioGroup } from '@scangate/console/parts/forms/checkbox.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { TextArea } from '@scangate/console/parts/forms/text-field.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { serverNow } from '@scangate/console/session/browser/server-time.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useAct } from '@scangate/console/session/use-act.ts';
import { ExpiryField } from './expiry-field.tsx';
import {
  dayIn,
  endOfDay,
  oneLine,
  waiverTargets,
  type TargetName,
  type WaivableFinding,
} from './waiver-targets.ts';

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
  day: string;
}

const usualDays = 30;
const scopeNames: readonly ScopeName[] = ['repository', 'unit', 'organization'];

const scopeOf = (name: ScopeName, repositoryId: string, projectUnitId: string) => {
  if (name === 'organization') return {};
  return { scope: name === 'unit' ? { repositoryId, projectUnitId } : { repositoryId } };
};

/** Sends a waiver. Who may not approve requests one by the same call. */
const useWaiver = ({ finding, repositoryId }: WaiveDialogProps) => {
  const targets = waiverTargets(finding);
  const draft = useDraft<WaiverDraft>(`waiver ${finding.fingerprint}`, {
    target: 'finding',
    scope: 'repository',
    reason: '',
    day: dayIn(serverNow(), usualDays),
  });
  const [isTried, setTried] = useState(false);
  const act = useAct('create-waiver', {
    invalidates: ['list-waivers', 'list-findings', 'list-tracked-findings'],
    onDone: draft.clear,
  });
  const { target, scope, reason, day } = draft.value;
  const match = targets.find(({ name }) => name === target)?.match ?? { fingerprint: finding.fingerprint };
  const isReady = reason.trim() !== '' && day >= dayIn(serverNow(), 0);
  const submit = (): void => {
    setTried(true);
    if (!isReady) return;
    const where = scopeOf(scope, repositoryId, finding.projectUnitId);
    void act.run({ body: { match, reason: oneLine(reason), expiresAt: endOfDay(day), ...where } });
  };
  const problems = {
    reason: isTried && reason.trim() === '' ? waiverMessages.reasonNeeded : errorAt(act.problem, '/reason'),
    day:
      isTried && day < dayIn(serverNow(), 0) ? waiverMessages.dayNeeded : errorAt(act.problem, '/expiresAt'),
  };
  const set = (change: Partial<WaiverDraft>): void => draft.set({ ...draft.value, ...change });
  return { act, targets, value: draft.value, set, submit, problems };
};

type Waiving = ReturnType<typeof useWaiver>;

const Fields = ({ waiving: { targets, value, set, problems } }: { waiving: Waiving }): ReactElement => (
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
      error={problems.reason}
      value={value.reason}
      onChange={(reason) => set({ reason })}
      required
      rows={3}
    />
    <ExpiryField day={value.day} onChange={(day) => set({ day })} error={problems.day} />
  </>
);

/** Waives a finding, or asks an owner or admin to. What was entered stays when the dialog closes. */
export const WaiveDialog = (props: WaiveDialogProps): ReactElement => {
  const { onClose } = props;
  const isRequest = useSession().role === 'member';
  const waiving = useWaiver(props);
  const { act, submit } = waiving;
  const close = <Button onClick={onClose}>{act.data ? partMessages.close : partMessages.cancel}</Button>;
  if (act.data) {
    const isRequested = act.data.status === 'requested';
    return (
      <Dialog
        open
        onClose={onClose}
        title={isRequested ? waiverMessages.requested : waiverMessages.done}
        actions={close}
      >
        <p>{isRequested ? waiverMessages.requestedHelp : waiverMessages.doneHelp}</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      modal
      onClose={onClose}
      title={isRequest ? waiverMessages.requestTitle : waiverMessages.waiveTitle}
    >
      <Form
        onSubmit={submit}
        problem={act.problem}
        actions={
          <>
            <Button kind="primary" type="submit" busy={act.isBusy}>
              {isRequest ? waiverMessages.request : waiverMessages.waive}
            </Button>
            {close}
          </>
        }
      >
        <p>{isRequest ? waiverMessages.requestLead : waiverMessages.waiveLead}</p>
        <Fields waiving={waiving} />
      </Form>
    </Dialog>
  );
};
