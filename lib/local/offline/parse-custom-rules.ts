import { customRules } from '#contract/schemas/rules/custom-rules.ts';
import { validateBody } from '#contract/validate.ts';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';

/** Reads rules from the body of `PUT /v1/organization/rules`, as the service reads it. @throws Problem */
export const parseCustomRules = (value: unknown): CustomRule[] => validateBody(customRules, value).rules;
