import type { ReactElement } from 'react';
import { budgetMessages } from '@scangate/console/messages/billing/budgets.ts';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { useSession } from '@scangate/console/session/session-context.ts';

/** The other organizations that one belongs to, except those that have a budget. */
const useChoices = (taken: readonly string[]) => {
  const { organization, organizations } = useSession();
  const excluded = [organization.organizationId, ...taken];
  return organizations.filter(({ organizationId }) => !excluded.includes(organizationId));
};

interface ClientFieldProps {
  /** The organizations that have a budget. */
  taken: readonly string[];
  value: string;
  onChange: (organizationId: string) => void;
  error: string | undefined;
}

/** The client organization of a new budget: one that one belongs to, or another by its id. */
export const ClientField = ({ taken, value, onChange, error }: ClientFieldProps): ReactElement => {
  const choices = useChoices(taken);
  const isListed = choices.some(({ organizationId }) => organizationId === value);
  return (
    <>
      {choices.length > 0 && (
        <Select
          label={budgetMessages.client}
          value={isListed ? value : ''}
          onChange={onChange}
          options={[
            { value: '', label: budgetMessages.byId },
            ...choices.map(({ organizationId, name }) => ({
              value: organizationId,
              label: markedText(name),
            })),
          ]}
        />
      )}
      {!isListed && (
        <TextField
          label={budgetMessages.id}
          help={budgetMessages.idHelp}
          value={value}
          onChange={(id) => onChange(id.trim())}
          error={error}
          required
          mono
        />
      )}
    </>
  );
};
