import { useMemo, type ReactElement } from 'react';
import { trustMessages } from '@scangate/console/messages/organization/trust.ts';
import { ConfirmDialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { FormDialog } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { Menu } from '@scangate/console/parts/overlays/menu.tsx';
import { Banner } from '@scangate/console/parts/status/banner.tsx';
import { useRepositoryNames } from '@scangate/console/routes/pickers/use-repository-names.ts';
import type { ChosenRepository } from '@scangate/console/routes/pickers/repository-picker.tsx';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useSession } from '@scangate/console/session/session-context.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import { TrustFields } from './trust-fields.tsx';
import { trustChange, trustErrors, trustRequestOf, type TrustRule } from './trust-request.ts';

export interface TrustAction {
  kind: 'edit' | 'take-over' | 'remove';
  rule: TrustRule;
}

interface RuleDialogProps {
  rule: TrustRule;
  onClose: () => void;
}

const changed = ['list-trust-rules'] as const;

const RemoveDialog = ({ rule, onClose }: RuleDialogProps): ReactElement => {
  const remove = useApiAction('remove-trust-rule', { invalidates: changed, onDone: onClose });
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={trustMessages.removeTitle(rule.name)}
      confirm={trustMessages.remove}
      typeToConfirm={rule.name}
      onConfirm={() => void remove.run({ params: { trustId: rule.trustId } })}
      busy={remove.isBusy}
      problem={remove.problem}
    >
      {trustMessages.removeText}
    </ConfirmDialog>
  );
};

const TakeOverDialog = ({ rule: { trustId }, onClose }: RuleDialogProps): ReactElement => {
  const { personId } = useSession().person;
  const takeOver = useApiAction('change-trust-rule', { invalidates: changed, onDone: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={trustMessages.takeOverTitle}
      confirm={trustMessages.takeOver}
      onConfirm={() => void takeOver.run({ params: { trustId }, body: { personId } })}
      busy={takeOver.isBusy}
      problem={takeOver.problem}
    >
      {trustMessages.takeOverText}
    </ConfirmDialog>
  );
};

const EditForm = ({
  rule,
  listed,
  onClose,
}: RuleDialogProps & { listed: readonly ChosenRepository[] }): ReactElement => {
  const { trustId } = rule;
  const { personId } = useSession().person;
  const stored = useMemo(() => trustRequestOf(rule, listed), [rule, listed]);
  const save = useApiAction('change-trust-rule', { invalidates: changed });
  const responsible = rule.personId === personId ? undefined : personId;
  return (
    <FormDialog
      title={trustMessages.editTitle}
      submit={trustMessages.save}
      draft={useDraft(`trust-rule:${trustId}`, stored)}
      errorsIn={trustErrors}
      act={save}
      send={(value) => save.run({ params: { trustId }, body: trustChange(stored, value, responsible) })}
      onClose={onClose}
    >
      {(fields) => (
        <>
          {responsible !== undefined && (
            <Banner title={trustMessages.othersRule}>{trustMessages.othersRuleText}</Banner>
          )}
          <TrustFields {...fields} isStored />
        </>
      )}
    </FormDialog>
  );
};

const none: readonly string[] = [];

const EditDialog = ({ rule, onClose }: RuleDialogProps): ReactElement | null => {
  const { repositories } = rule;
  const listed = useRepositoryNames(Array.isArray(repositories) ? repositories : none);
  return listed ? <EditForm rule={rule} listed={listed} onClose={onClose} /> : null;
};

const dialogs = { edit: EditDialog, 'take-over': TakeOverDialog, remove: RemoveDialog } as const;

/** Changes a trust rule, or asks before it ends or becomes one's own. */
export const TrustActDialog = ({ act, onClose }: { act: TrustAction; onClose: () => void }): ReactElement => {
  const Dialog = dialogs[act.kind];
  return <Dialog rule={act.rule} onClose={onClose} />;
};

interface TrustMenuProps {
  rule: TrustRule;
  onAct: (act: TrustAction) => void;
}

/** Offers what can be done with a trust rule. */
export const TrustMenu = ({ rule, onAct }: TrustMenuProps): ReactElement => {
  const { personId } = useSession().person;
  const choose = (kind: TrustAction['kind']) => () => onAct({ kind, rule });
  return (
    <Menu
      label={trustMessages.actionsFor(rule.name)}
      icon="more"
      kind="quiet"
      groups={[
        {
          items: [
            { label: trustMessages.edit, onSelect: choose('edit') },
            ...(rule.personId === personId
              ? []
              : [{ label: trustMessages.takeOver, onSelect: choose('take-over') }]),
          ],
        },
        { items: [{ label: trustMessages.remove, danger: true, onSelect: choose('remove') }] },
      ]}
    />
  );
};
