import type { ReactElement } from 'react';
import { tokenDays } from '@scangate/console/messages/organization/token-days.ts';
import { tokenMessages } from '@scangate/console/messages/organization/tokens.ts';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { NumberField } from '@scangate/console/parts/forms/text-field.tsx';

interface LifeFieldProps {
  days: number | undefined;
  onChange: (days: number | undefined) => void;
  isInvalid: boolean;
  /** The last refusal. */
  problem: unknown;
}

/** The days that a token lives. */
export const LifeField = ({ days, onChange, isInvalid, problem }: LifeFieldProps): ReactElement => (
  <NumberField
    label={tokenMessages.days}
    help={tokenMessages.daysHelp}
    min={tokenDays.least}
    max={tokenDays.most}
    value={days}
    onChange={onChange}
    error={isInvalid ? tokenMessages.daysInvalid : errorAt(problem, '/expiresInDays')}
  />
);
