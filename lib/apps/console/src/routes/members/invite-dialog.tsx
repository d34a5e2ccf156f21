import { useState, type ReactElement } from 'react';
import { roleName } from '@scangate/console/messages/capabilities.ts';
import { memberMessages, roleHelp } from '@scangate/console/messages/organization/members.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { RadioGroup } from '@scangate/console/parts/forms/checkbox.tsx';
import { errorAt, Form } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import type { Role } from '@scangate/console/session/session.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useAct } from '@scangate/console/session/use-act.ts';
import { rolesToGive } from './member-rights.ts';

interface Invitation {
  email: string;
  role: Role;
}

interface FieldsProps {
  value: Invitation;
  onChange: (value: Invitation) => void;
  emailError: string | undefined;
  roles: readonly Role[];
}

const Fields = ({ value: { email, role }, onChange, emailError, roles }: FieldsProps): ReactElement => (
  <>
    <TextField
      label={memberMessages.email}
      type="email"
      help={memberMessages.inviteText}
      value={email}
      onChange={(value) => onChange({ email: value.trim(), role })}
      error={emailError}
      required
    />
    <RadioGroup
      label={memberMessages.role}
      value={role}
      onChange={(value) => onChange({ email, role: value })}
      options={roles.map((value) => ({ value, label: roleName(value), help: roleHelp(value) }))}
    />
  </>
);

/** Invites a person by mail, with a role. */
export const InviteDialog = ({ onClose }: { onClose: () => void }): ReactElement => {
  const { role: own } = useSession();
  const draft = useDraft<Invitation>('invitation', { email: '', role: 'member' });
  const [isTried, setTried] = useState(false);
  const invite = useAct('create-invitation', {
    invalidates: ['list-invitations'],
    onDone: () => {
      draft.clear();
      onClose();
    },
  });
  const isValid = /^[^@\s]+@[^@\s]+$/.test(draft.value.email);
  const submit = (): void => {
    setTried(true);
    if (isValid) void invite.run({ body: draft.value });
  };
  return (
    <Dialog open modal onClose={onClose} title={memberMessages.inviteTitle}>
      <Form
        problem={invite.problem}
        onSubmit={submit}
        actions={
          <>
            <Button type="submit" kind="primary" busy={invite.isBusy}>
              {memberMessages.send}
            </Button>
            <Button onClick={onClose}>{memberMessages.cancel}</Button>
          </>
        }
      >
        <Fields
          value={draft.value}
          onChange={draft.set}
          emailError={isTried && !isValid ? memberMessages.emailInvalid : errorAt(invite.problem, '/email')}
          roles={rolesToGive(own)}
        />
      </Form>
    </Dialog>
  );
};
