import type { ReactElement } from 'react';
import { trustMessages } from '@scangate/console/messages/organization/trust.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { errorAt } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Row, Stack } from '@scangate/console/parts/layout/stack.tsx';
import type { TrustFieldsProps } from './trust-fields.tsx';

/** The claims that a token must have. */
export const ClaimRows = ({ value, onChange, errors, problem }: TrustFieldsProps): ReactElement => {
  const { claims } = value;
  const set = (at: number, changes: Partial<(typeof claims)[number]>): void =>
    onChange({ ...value, claims: claims.map((one, index) => (index === at ? { ...one, ...changes } : one)) });
  const errorOf = ({ claim, value: text }: (typeof claims)[number]): string | undefined =>
    errors.claims && (claim.trim() === '' || text.trim() === '')
      ? trustMessages.claimsMissing
      : (errorAt(problem, `/match/${claim}`) ?? errorAt(problem, '/match'));
  return (
    <Stack gap={2}>
      {claims.map((one, at) => (
        <Row key={at} gap={2} align="start">
          <TextField
            label={trustMessages.claim}
            value={one.claim}
            onChange={(claim) => set(at, { claim })}
            mono
          />
          <TextField
            label={trustMessages.claimValue}
            value={one.value}
            onChange={(text) => set(at, { value: text })}
            error={errorOf(one)}
            {...(at === 0 && { help: trustMessages.claimHelp })}
            mono
          />
          {at > 0 && (
            <Button
              kind="quiet"
              icon="close"
              label={trustMessages.removeClaim}
              onClick={() => onChange({ ...value, claims: claims.filter((_, index) => index !== at) })}
            />
          )}
        </Row>
      ))}
      <div>
        <Button onClick={() => onChange({ ...value, claims: [...claims, { claim: '', value: '' }] })}>
          {trustMessages.addClaim}
        </Button>
      </div>
    </Stack>
  );
};
