import { liftEnforcement } from '#app/operator/lift-enforcement.ts';
import { enforcementInput } from '#contract/operator-input.ts';
import { validateBody } from '#contract/validate.ts';
import { task } from '#runtime/task.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(spec, { store: wireStore }, (input: unknown, { store }, { now }) =>
  liftEnforcement(validateBody(enforcementInput, input).organizationId, store, now),
);
