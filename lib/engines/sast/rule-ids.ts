import { languageModels } from './dialects.ts';
import { templateRules } from './templates/scan-template.ts';

/** The rules for code and templates. */
export const codeRules = [...Object.values(languageModels).flatMap((model) => model.rules), ...templateRules];

/** Their ids. Nothing that parses code is loaded with them. */
export const codeRuleIds: readonly string[] = codeRules.map(({ id }) => id);
