import { ownRules } from '#contract/schemas/rules/own-rules.ts';
import { validateBody } from '#contract/validate.ts';
import type { OwnRule } from '@scangate/engines/model/gate/own-rules';

/** Reads rules from the body of `PUT /v1/organization/rules`, as the service reads it. @throws Problem */
export const parseOwnRules = (value: unknown): OwnRule[] => validateBody(ownRules, value).rules;
