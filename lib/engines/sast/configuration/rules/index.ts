import type { ConfigurationRuleInfo } from '../configuration-rule.ts';
import { instructionRules } from './dockerfile-instructions.ts';
import { stageRules } from './dockerfile-stages.ts';
import { containerRules } from './manifest-containers.ts';
import { objectRules } from './manifest-objects.ts';
import { podRules } from './manifest-pods.ts';
import { pipelineJobRules, pipelineRules } from './pipelines.ts';
import { parameterRules, templateAccessRules } from './template-access.ts';
import { templateSettingRules } from './template-settings.ts';
import { terraformAccessRules } from './terraform-access.ts';
import { terraformNetworkRules } from './terraform-network.ts';
import { terraformPolicyRules } from './terraform-policies.ts';
import { terraformSettingRules } from './terraform-settings.ts';
import { stepRules } from './workflow-steps.ts';
import { jobRules, workflowRules } from './workflows.ts';

export const terraformRules = [
  ...terraformAccessRules,
  ...terraformNetworkRules,
  ...terraformPolicyRules,
  ...terraformSettingRules,
];

export const templateResourceRules = [...templateAccessRules, ...templateSettingRules];

/** All rules for configuration, by the kind of subject that they examine. */
export const configurationRules: readonly ConfigurationRuleInfo[] = [
  ...workflowRules,
  ...jobRules,
  ...stepRules,
  ...pipelineRules,
  ...pipelineJobRules,
  ...stageRules,
  ...instructionRules,
  ...objectRules,
  ...podRules,
  ...containerRules,
  ...terraformRules,
  ...templateResourceRules,
  ...parameterRules,
];
