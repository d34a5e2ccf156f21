import { applyOperatorEvent } from '#app/operator/apply-billing-event.ts';
import { billingEventInput } from '#contract/operator-input.ts';
import { validateBody } from '#contract/validate.ts';
import { task } from '#runtime/task.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, eventDispatch: wireEventDispatch },
  (input: unknown, ports, { now }) => applyOperatorEvent(validateBody(billingEventInput, input), ports, now),
);
