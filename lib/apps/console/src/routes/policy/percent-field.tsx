import { useState, type ReactElement } from 'react';
import { policyMessages } from '@scangate/console/messages/gate/policy.ts';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import type { ControlProps } from './policy-control.tsx';
import { percentOf, shareOf } from './policy-draft.ts';

/** A share of 1, typed in percent. The text stays as it is typed while it means the same share. */
export const PercentField = (props: ControlProps<number | null>): ReactElement => {
  const { label, help, value, onChange, errorAt } = props;
  const [typed, setTyped] = useState(() => percentOf(value));
  const type = (next: string): void => {
    setTyped(next);
    const share = shareOf(next);
    if (share !== value) onChange(share);
  };
  return (
    <TextField
      label={label}
      help={help}
      error={value === 0 ? policyMessages.percentNeeded : errorAt()}
      value={shareOf(typed) === value ? typed : percentOf(value)}
      onChange={type}
    />
  );
};
