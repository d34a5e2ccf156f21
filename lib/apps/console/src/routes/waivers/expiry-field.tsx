import type { ReactElement } from 'react';
import { waiverMessages } from '@scangate/console/messages/gate/waivers.ts';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { useRead } from '@scangate/console/session/use-read.ts';

interface ExpiryFieldProps {
  day: string;
  onChange: (day: string) => void;
  error: string | undefined;
}

/** The day of a form: the proposal until one is chosen, because the policy that limits it may answer late. */
export type ChosenDay = string | undefined;

/** The last day of a waiver, with the longest time that the policy permits. */
export const ExpiryField = ({ day, onChange, error }: ExpiryFieldProps): ReactElement => {
  const gate = useRead('get-gate');
  return (
    <TextField
      label={waiverMessages.expires}
      help={gate.data && waiverMessages.expiresHelp(gate.data.maxWaiverDays)}
      error={error}
      type="date"
      value={day}
      onChange={onChange}
      required
    />
  );
};
