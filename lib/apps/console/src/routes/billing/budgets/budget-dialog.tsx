import type { ReactElement } from 'react';
import { budgetMessages } from '@scangate/console/messages/billing/budgets.ts';
import { NumberField } from '@scangate/console/parts/forms/text-field.tsx';
import { FormDialog, type FieldsProps } from '@scangate/console/parts/overlays/form-dialog.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { useDraft } from '@scangate/console/session/drafts.ts';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';
import {
  budgetBody,
  errorsIn,
  limitError,
  limitNames,
  limitsOf,
  type Budget,
  type BudgetDraft,
  type BudgetErrors,
} from './budget-draft.ts';
import { ClientField } from './client-field.tsx';

interface BudgetDialogProps {
  /** The budget to change; undefined for a new one. */
  budget: Budget | undefined;
  /** The organizations that have a budget. */
  taken: readonly string[];
  onClose: () => void;
}

const LimitFields = (props: FieldsProps<BudgetDraft, BudgetErrors>): ReactElement => {
  const { value, onChange, errors, problem } = props;
  return (
    <>
      {limitNames.map((name) => (
        <NumberField
          key={name}
          label={budgetMessages.fields[name]}
          help={budgetMessages.none}
          value={value.limits[name]}
          onChange={(limit) => onChange({ ...value, limits: { ...value.limits, [name]: limit } })}
          error={limitError(name, errors, problem)}
          min={0}
        />
      ))}
    </>
  );
};

/** Sets the budget of a client organization, or changes it. */
export const BudgetDialog = ({ budget, taken, onClose }: BudgetDialogProps): ReactElement => {
  const { organizationId = '', name = organizationId } = budget ?? {};
  const save = useApiAction('set-budget', { invalidates: ['list-budgets'] });
  return (
    <FormDialog
      title={budget ? budgetMessages.changeTitle(markedText(name)) : budgetMessages.setTitle}
      submit={budgetMessages.save}
      draft={useDraft<BudgetDraft>(`budget:${organizationId}`, { organizationId, limits: limitsOf(budget) })}
      errorsIn={errorsIn}
      act={save}
      send={(value) =>
        save.run({ params: { organizationId: value.organizationId }, body: budgetBody(value.limits) })
      }
      onClose={onClose}
    >
      {(fields) => (
        <>
          {!budget && (
            <ClientField
              taken={taken}
              value={fields.value.organizationId}
              onChange={(chosen) => fields.onChange({ ...fields.value, organizationId: chosen })}
              error={fields.errors.organizationId === true ? budgetMessages.idMissing : undefined}
            />
          )}
          <LimitFields {...fields} />
        </>
      )}
    </FormDialog>
  );
};
