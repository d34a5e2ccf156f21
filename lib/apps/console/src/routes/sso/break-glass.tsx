import type { ReactElement } from 'react';
import { ssoMessages } from '@scangate/console/messages/organization/sso.ts';
import { CheckboxGroup } from '@scangate/console/parts/forms/checkbox-group.tsx';
import { markedText } from '@scangate/console/parts/text/marked-text.ts';
import { useRead } from '@scangate/console/session/use-read.ts';

interface BreakGlassProps {
  /** The ids of people. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  error: string | undefined;
}

/** Asks which owners can sign in without the issuer. Who is stored and no owner any more stays a choice, to be removed. */
export const BreakGlass = ({ value, onChange, error }: BreakGlassProps): ReactElement => {
  const members = useRead('list-members', { query: { limit: 100 } });
  const owners = (members.data?.items ?? []).filter(({ role }) => role === 'owner');
  const options = owners.map(({ personId, email }) => ({ value: personId, label: markedText(email) }));
  const others = value.filter((id) => !owners.some(({ personId }) => personId === id));
  return (
    <CheckboxGroup
      label={ssoMessages.breakGlass}
      values={value}
      onChange={onChange}
      options={[...options, ...others.map((id) => ({ value: id, label: markedText(id) }))]}
      error={error ?? (value.length > mostOwners ? ssoMessages.breakGlassMost : undefined)}
    />
  );
};

const mostOwners = 2;
