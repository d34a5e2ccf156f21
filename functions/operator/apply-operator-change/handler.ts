import { changeAccountByOperator } from '#app/operator/apply-operator-change.ts';
import { operatorChangeInput } from '#contract/operator-input.ts';
import { validateBody } from '#contract/validate.ts';
import { task } from '#runtime/task.ts';
import { wireEventDispatch } from '#runtime/wire/event-functions.ts';
import { wireStore } from '#runtime/wire/store.ts';
import { spec } from './function.ts';

export const handler = task(
  spec,
  { store: wireStore, eventDispatch: wireEventDispatch },
  (input: unknown, ports, { now }) =>
    changeAccountByOperator(validateBody(operatorChangeInput, input), ports, now),
);
