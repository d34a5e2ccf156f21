import { useState, type ReactElement } from 'react';
import { planMessages } from '@scangate/console/messages/billing/plan.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form } from '@scangate/console/parts/forms/form.tsx';
import { NumberField } from '@scangate/console/parts/forms/text-field.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import type { PlanProps } from './plan-tab.tsx';
import { teamMinimum } from './team-minimum.ts';

/** The number of licenses of Team. */
export const LicensesPanel = ({ status, review }: Required<PlanProps>): ReactElement => {
  const bought = status.licenses.limit ?? teamMinimum;
  const [licenses, setLicenses] = useState<number | undefined>(bought);
  const isValid = licenses !== undefined && licenses >= teamMinimum;
  return (
    <Panel title={planMessages.licenses} lead={planMessages.licensesNow}>
      <Form
        onSubmit={() => isValid && licenses !== bought && review?.({ change: 'licenses', licenses })}
        actions={
          <Button type="submit" disabled={!isValid || licenses === bought}>
            {planMessages.changeLicenses}
          </Button>
        }
      >
        <NumberField
          label={planMessages.licenseCount}
          help={planMessages.licenseHelp(teamMinimum)}
          error={isValid ? undefined : planMessages.licenseInvalid(teamMinimum)}
          min={teamMinimum}
          value={licenses}
          onChange={setLicenses}
        />
      </Form>
    </Panel>
  );
};
