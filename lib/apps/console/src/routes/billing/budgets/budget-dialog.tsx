import { useState, type ReactElement } from 'react';
import { budgetMessages } from '@scangate/console/messages/billing/budgets.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { NumberField } from '@scangate/console/parts/forms/text-field.tsx';
import { Dialog } from '@scangate/console/parts/overlays/dialog.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useAct } from '@scangate/console/session/use-act.ts';
import {
  budgetBody,
  draftOf,
  hasLimit,
  limitErrors,
  limitNames,
  type Budget,
  type BudgetDraft,
} from './budget-draft.ts';
import { ClientField } from './client-field.tsx';

interface BudgetDialogProps {
  /** The budget to change; undefined for a new one. */
  budget: Budget | undefined;
  /** The organizations that have a budget. */
  taken: readonly string[];
  onClose: () => void;
}

const useBudgetEdit = ({ budget, onClose }: BudgetDialogProps) => {
  const [isTried, setTried] = useState(false);
  const draft = useDraft(`budget:${budget?.organizationId ?? ''}`, {
    organizationId: budget?.organizationId ?? '',
    limits: draftOf(budget),
  });
  const save = useAct('set-budget', {
    invalidates: ['list-budgets'],
    onDone: () => {
      draft.clear();
      onClose();
    },
  });
  const { organizationId, limits } = draft.value;
  const isInvalid = Object.values(limitErrors(limits, undefined)).some(Boolean);
  const submit = (): void => {
    setTried(true);
    if (organizationId !== '' && hasLimit(limits) && !isInvalid)
      void save.run({ params: { organizationId }, body: budgetBody(limits) });
  };
  const errors = {
    ...limitErrors(limits, save.problem),
    ...(isTried && !hasLimit(limits) && { coreSoft: budgetMessages.limitMissing }),
  };
  const idError = isTried && organizationId === '' ? budgetMessages.idMissing : undefined;
  return { draft, save, submit, errors, idError };
};

interface LimitFieldsProps {
  limits: BudgetDraft;
  onChange: (limits: BudgetDraft) => void;
  errors: ReturnType<typeof limitErrors>;
}

const LimitFields = ({ limits, onChange, errors }: LimitFieldsProps): ReactElement => (
  <>
    {limitNames.map((name) => (
      <NumberField
        key={name}
        label={budgetMessages.fields[name]}
        help={budgetMessages.none}
        value={limits[name]}
        onChange={(value) => onChange({ ...limits, [name]: value })}
        error={errors[name]}
        min={0}
      />
    ))}
  </>
);

/** Sets the budget of a client organization, or changes it. */
export const BudgetDialog = (props: BudgetDialogProps): ReactElement => {
  const { budget, taken, onClose } = props;
  const { draft, save, submit, errors, idError } = useBudgetEdit(props);
  const { organizationId, limits } = draft.value;
  const name = budget?.name ?? organizationId;
  return (
    <Dialog
      open
      modal
      onClose={onClose}
      title={budget ? budgetMessages.changeTitle(markedText(name)) : budgetMessages.setTitle}
    >
      <Form
        problem={save.problem}
        onSubmit={submit}
        actions={
          <>
            <Button type="submit" kind="primary" busy={save.isBusy} disabled={budget && !draft.isChanged}>
              {budgetMessages.save}
            </Button>
            <Button onClick={onClose}>{budgetMessages.cancel}</Button>
          </>
        }
      >
        {!budget && (
          <ClientField
            taken={taken}
            value={organizationId}
            onChange={(chosen) => draft.set({ limits, organizationId: chosen })}
            error={idError}
          />
        )}
        <LimitFields
          limits={limits}
          onChange={(changed) => draft.set({ organizationId, limits: changed })}
          errors={errors}
        />
      </Form>
    </Dialog>
  );
};
