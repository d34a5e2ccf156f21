import { useState, type ReactElement } from 'react';
import { bundleMessages } from '@scangate/console/messages/organization/bundles.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useAct } from '@scangate/console/session/use-act.ts';

/** The last moment of a day in UTC. */
export const endOfDay = (day: string): string => `${day}T23:59:59.999Z`;

interface ReleaseRequest {
  version: string;
  support: string;
}

interface FieldsProps {
  value: ReleaseRequest;
  onChange: (value: ReleaseRequest) => void;
  isMissing: boolean;
  problem: unknown;
}

const Fields = ({ value, onChange, isMissing, problem }: FieldsProps): ReactElement => (
  <>
    <TextField
      label={bundleMessages.version}
      value={value.version}
      onChange={(version) => onChange({ ...value, version })}
      error={isMissing ? bundleMessages.versionMissing : errorAt(problem, '/version')}
      required
      mono
    />
    <TextField
      label={bundleMessages.support}
      help={bundleMessages.supportHelp}
      type="date"
      value={value.support}
      onChange={(support) => onChange({ ...value, support })}
      error={errorAt(problem, '/supportUntil')}
    />
  </>
);

/** Releases a version of a bundle. */
export const ReleaseDialog = ({
  bundleId,
  onClose,
}: {
  bundleId: string;
  onClose: () => void;
}): ReactElement => {
  const draft = useDraft<ReleaseRequest>(`release:${bundleId}`, { version: '', support: '' });
  const [isTried, setTried] = useState(false);
  const release = useAct('release-bundle', {
    invalidates: ['list-releases', 'get-bundle', 'list-bundles'],
    onDone: () => {
      draft.clear();
      onClose();
    },
  });
  const { version, support } = draft.value;
  const isMissing = version.trim() === '';
  const submit = (): void => {
    setTried(true);
    if (isMissing) return;
    const body = { version: version.trim(), ...(support !== '' && { supportUntil: endOfDay(support) }) };
    void release.run({ params: { bundleId }, body });
  };
  return (
    <Dialog open modal onClose={onClose} title={bundleMessages.release}>
      <Form
        problem={release.problem}
        onSubmit={submit}
        actions={
          <>
            <Button type="submit" kind="primary" busy={release.isBusy}>
              {bundleMessages.releaseConfirm}
            </Button>
            <Button onClick={onClose}>{bundleMessages.cancel}</Button>
          </>
        }
      >
        <p>{bundleMessages.releaseText}</p>
        <Fields
          value={draft.value}
          onChange={draft.set}
          isMissing={isTried && isMissing}
          problem={release.problem}
        />
      </Form>
    </Dialog>
  );
};
