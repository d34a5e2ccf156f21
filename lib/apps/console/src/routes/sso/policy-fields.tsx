import type { ReactElement } from 'react';
import { tokenDays } from '@scangate/console/messages/organization/token-days.ts';
import { roleName } from '@scangate/console/messages/capabilities.ts';
import { ssoMessages } from '@scangate/console/messages/organization/sso.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Checkbox } from '@scangate/console/parts/forms/checkbox.tsx';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { LinesField } from '@scangate/console/parts/forms/lines-field.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { NumberField, TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import { BreakGlass } from './break-glass.tsx';
import type { SsoFieldsProps } from './issuer-fields.tsx';

const roles = ['member', 'billing', 'admin'] as const;

const Groups = ({ value: { claim, groups }, onChange, problem }: SsoFieldsProps): ReactElement => {
  const set = (at: number, changes: Partial<(typeof groups)[number]>): void =>
    onChange({ groups: groups.map((one, index) => (index === at ? { ...one, ...changes } : one)) });
  return (
    <Stack gap={2}>
      <TextField
        label={ssoMessages.claim}
        help={ssoMessages.rolesHelp}
        value={claim}
        onChange={(text) => onChange({ claim: text })}
        error={errorAt(problem, '/roles/claim')}
        mono
      />
      {groups.map(({ group, role }, at) => (
        <Row key={at} gap={2} align="start">
          <TextField
            label={ssoMessages.group}
            value={group}
            onChange={(text) => set(at, { group: text })}
            mono
          />
          <Select
            label={ssoMessages.role}
            value={role}
            onChange={(chosen) => set(at, { role: chosen })}
            options={roles.map((one) => ({ value: one, label: roleName(one) }))}
          />
          <Button
            kind="quiet"
            icon="close"
            label={ssoMessages.removeGroup}
            onClick={() => onChange({ groups: groups.filter((_, index) => index !== at) })}
          />
        </Row>
      ))}
      <div>
        <Button onClick={() => onChange({ groups: [...groups, { group: '', role: 'member' }] })}>
          {ssoMessages.addGroup}
        </Button>
      </div>
    </Stack>
  );
};

/** Asks for what only Regulated has: roles by group, enforced sign-on, and how long sessions live. */
export const PolicyFields = (props: SsoFieldsProps): ReactElement => {
  const { value, onChange, problem } = props;
  return (
    <>
      <Groups {...props} />
      <Checkbox
        label={ssoMessages.enforce}
        help={ssoMessages.enforceHelp}
        checked={value.isEnforced}
        onChange={(isEnforced) => onChange({ isEnforced })}
      />
      {value.isEnforced && (
        <BreakGlass
          value={value.breakGlass}
          onChange={(breakGlass) => onChange({ breakGlass })}
          error={errorAt(problem, '/enforced/breakGlass')}
        />
      )}
      {(
        [
          ['idleMinutes', 5, 720],
          ['absoluteHours', 1, 24],
          ['maxTokenDays', tokenDays.least, tokenDays.most],
        ] as const
      ).map(([name, min, max]) => (
        <NumberField
          key={name}
          label={ssoMessages[name]}
          min={min}
          max={max}
          value={value[name]}
          onChange={(chosen) => onChange({ [name]: chosen })}
          error={errorAt(problem, `/session/${name}`)}
        />
      ))}
      <LinesField
        label={ssoMessages.requiredAmr}
        help={ssoMessages.requiredAmrHelp}
        rows={2}
        value={value.requiredAmr}
        onChange={(requiredAmr) => onChange({ requiredAmr })}
        error={errorAt(problem, '/session/requiredAmr')}
      />
    </>
  );
};
