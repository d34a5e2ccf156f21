import { versionOf } from '../engine-version.ts';
import { configurationRules } from './configuration/rules/index.ts';
import { languageModels } from './dialects.ts';
import { templateRules } from './templates/scan-template.ts';

/** The rules for code, templates and configuration. */
export const codeRules = [
  ...Object.values(languageModels).flatMap((model) => model.rules),
  ...templateRules,
  ...configurationRules,
];

/** The ids of these rules. Listing them loads nothing that parses code. */
export const codeRuleIds: readonly string[] = codeRules.map(({ id }) => id);

/** The version of the engine, which is derived from its rules. */
export const sastVersion = versionOf(codeRules.map(({ id, severity }) => [id, severity]));
