import type { ReactElement } from 'react';
import { roleName } from '@scangate/console/messages/capabilities.ts';
import { memberMessages, roleHelp } from '@scangate/console/messages/organization/members.ts';
import { RadioGroup } from '@scangate/console/parts/forms/checkbox.tsx';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { FormDialog, type FieldsProps } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import type { Role } from '@scangate/console/session/session.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { rolesToGive } from './member-rights.ts';

interface Invitation {
  email: string;
  role: Role;
}

const errorsIn = ({ email }: Invitation) => ({ email: !/^[^@\s]+@[^@\s]+$/.test(email) });

interface InvitationFieldsProps extends FieldsProps<Invitation, ReturnType<typeof errorsIn>> {
  roles: readonly Role[];
}

const Fields = (props: InvitationFieldsProps): ReactElement => {
  const { value, onChange, errors, problem, roles } = props;
  return (
    <>
      <TextField
        label={memberMessages.email}
        type="email"
        help={memberMessages.inviteText}
        value={value.email}
        onChange={(email) => onChange({ ...value, email: email.trim() })}
        error={errors.email ? memberMessages.emailInvalid : errorAt(problem, '/email')}
        required
      />
      <RadioGroup
        label={memberMessages.role}
        value={value.role}
        onChange={(role) => onChange({ ...value, role })}
        options={roles.map((role) => ({ value: role, label: roleName(role), help: roleHelp(role) }))}
      />
    </>
  );
};

interface InviteDialogProps {
  onClose: () => void;
  onInvited: () => void;
}

/** Invites a person by mail, with a role. */
export const InviteDialog = ({ onClose, onInvited }: InviteDialogProps): ReactElement => {
  const { role } = useSession();
  const invite = useApiAction('create-invitation', { invalidates: ['list-invitations'] });
  return (
    <FormDialog
      size="small"
      title={memberMessages.inviteTitle}
      submit={memberMessages.send}
      draft={useDraft<Invitation>('invitation', { email: '', role: 'member' })}
      errorsIn={errorsIn}
      act={invite}
      send={(value) => invite.run({ body: value })}
      onClose={onClose}
      onSent={onInvited}
    >
      {(fields) => <Fields {...fields} roles={rolesToGive(role)} />}
    </FormDialog>
  );
};
