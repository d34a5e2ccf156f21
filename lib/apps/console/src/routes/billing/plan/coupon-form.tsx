import { useState, type ReactElement } from 'react';
import { planMessages } from '@scangate/console/messages/billing/plan.ts';
import { Button } from '@scangate/console/parts/actions/button.tsx';
import { Form, errorAt } from '@scangate/console/parts/forms/form.tsx';
import { TextField } from '@scangate/console/parts/forms/text-field.tsx';
import { Panel } from '@scangate/console/parts/layout/panel.tsx';
import { useApiAction } from '@scangate/console/session/use-api-action.ts';

/** Redeems a discount code. */
export const CouponForm = (): ReactElement => {
  const [code, setCode] = useState('');
  const redeem = useApiAction('redeem-coupon', { invalidates: ['get-forecast'], onDone: () => setCode('') });
  const { appliesTo } = redeem.data ?? {};
  return (
    <Panel title={planMessages.coupon}>
      <Form
        problem={redeem.problem}
        onSubmit={() => code !== '' && void redeem.run({ body: { code } })}
        actions={
          <Button type="submit" busy={redeem.isBusy} disabled={code === ''}>
            {planMessages.couponApply}
          </Button>
        }
      >
        <TextField
          label={planMessages.couponCode}
          value={code}
          onChange={setCode}
          error={errorAt(redeem.problem, '/code')}
          mono
        />
        {appliesTo !== undefined && (
          <p role="status">
            {appliesTo === 'subscription' ? planMessages.couponSubscription : planMessages.couponCheckout}
          </p>
        )}
      </Form>
    </Panel>
  );
};
