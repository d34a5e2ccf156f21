import type { ConfigurationRule, Subject } from '@scangate/engines/sast/configuration/configuration-rule';
import { readDockerfile } from '@scangate/engines/sast/configuration/readers/read-dockerfile';
import { readHcl } from '@scangate/engines/sast/configuration/readers/read-hcl';
import { readYaml } from '@scangate/engines/sast/configuration/readers/read-yaml';
import { instructionRules } from '@scangate/engines/sast/configuration/rules/dockerfile-instructions';
import { stageRules } from '@scangate/engines/sast/configuration/rules/dockerfile-stages';
import { templateResourceRules, terraformRules } from '@scangate/engines/sast/configuration/rules/index';
import { containerRules } from '@scangate/engines/sast/configuration/rules/manifest-containers';
import { objectRules } from '@scangate/engines/sast/configuration/rules/manifest-objects';
import { podRules } from '@scangate/engines/sast/configuration/rules/manifest-pods';
import { pipelineJobRules, pipelineRules } from '@scangate/engines/sast/configuration/rules/pipelines';
import { parameterRules } from '@scangate/engines/sast/configuration/rules/template-access';
import { stepRules } from '@scangate/engines/sast/configuration/rules/workflow-steps';
import { jobRules, workflowRules } from '@scangate/engines/sast/configuration/rules/workflows';
import { imageFileOf } from '@scangate/engines/sast/configuration/subjects/image-file';
import { manifestOf } from '@scangate/engines/sast/configuration/subjects/manifest';
import { pipelineOf } from '@scangate/engines/sast/configuration/subjects/pipeline';
import { templateOf } from '@scangate/engines/sast/configuration/subjects/template';
import { terraformBlocks } from '@scangate/engines/sast/configuration/subjects/terraform';
import { workflowOf } from '@scangate/engines/sast/configuration/subjects/workflow';

type SubjectsOf = (text: string) => readonly Subject[];

const first = (text: string) => readYaml(text).documents[0];
const workflow = (text: string) => workflowOf(first(text), text);
const image = (text: string) => imageFileOf(readDockerfile(text));
const manifest = (text: string) => manifestOf(readYaml(text).documents);
const present = <T>(subject: T | undefined): T[] => (subject === undefined ? [] : [subject]);

const table = (
  rules: readonly Pick<ConfigurationRule<never>, 'id'>[],
  subjects: SubjectsOf,
): [string, SubjectsOf][] => rules.map(({ id }) => [id, subjects]);

/** The functions that find the subjects of a rule in a text, by the id of the rule. */
export const subjectsOfRule: ReadonlyMap<string, SubjectsOf> = new Map([
  ...table(workflowRules, (text) => present(workflow(text))),
  ...table(jobRules, (text) => workflow(text)?.jobs ?? []),
  ...table(stepRules, (text) => workflow(text)?.steps ?? []),
  ...table(pipelineRules, (text) => present(pipelineOf(first(text)))),
  ...table(pipelineJobRules, (text) => pipelineOf(first(text))?.jobs ?? []),
  ...table(stageRules, (text) => image(text)?.stages ?? []),
  ...table(instructionRules, (text) => image(text)?.instructions ?? []),
  ...table(objectRules, (text) => manifest(text)?.objects ?? []),
  ...table(podRules, (text) => manifest(text)?.pods ?? []),
  ...table(containerRules, (text) => manifest(text)?.containers ?? []),
  ...table(terraformRules, (text) => terraformBlocks(text.startsWith('{') ? first(text) : readHcl(text))),
  ...table(templateResourceRules, (text) => templateOf(first(text))?.resources ?? []),
  ...table(parameterRules, (text) => templateOf(first(text))?.parameters ?? []),
]);
