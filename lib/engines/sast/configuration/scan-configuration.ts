import { createLineIndex } from '@scangate/engines/source-files/line-index';
import { matchesIn, type ConfigurationMatch, type ConfigurationRuleInfo } from './configuration-rule.ts';
import type { ConfigurationKind } from './configuration-kind.ts';
import type { ConfigNode } from './config-node.ts';
import { readDockerfile } from './readers/read-dockerfile.ts';
import { readHcl } from './readers/read-hcl.ts';
import { readYaml } from './readers/read-yaml.ts';
import { UnreadableConfiguration } from './readers/unreadable-configuration.ts';
import { withoutActions, type PlainChart } from './readers/without-actions.ts';
import { instructionRules } from './rules/dockerfile-instructions.ts';
import { stageRules } from './rules/dockerfile-stages.ts';
import { templateResourceRules, terraformRules } from './rules/index.ts';
import { containerRules } from './rules/manifest-containers.ts';
import { objectRules } from './rules/manifest-objects.ts';
import { podRules } from './rules/manifest-pods.ts';
import { pipelineJobRules, pipelineRules } from './rules/pipelines.ts';
import { parameterRules } from './rules/template-access.ts';
import { stepRules } from './rules/workflow-steps.ts';
import { jobRules, workflowRules } from './rules/workflows.ts';
import { imageFileOf } from './subjects/image-file.ts';
import { manifestOf } from './subjects/manifest.ts';
import { pipelineOf } from './subjects/pipeline.ts';
import { templateOf } from './subjects/template.ts';
import { terraformBlocks } from './subjects/terraform.ts';
import { workflowOf } from './subjects/workflow.ts';

/** A match of a rule, from which findings are made. */
export interface ConfigurationHit {
  rule: ConfigurationRuleInfo;
  at: { text: string; place: { line: number; column: number; start: number; end: number } };
}

interface ScannedConfiguration {
  /** Undefined for a file that turns out to be in another language. */
  hits: ConfigurationHit[] | undefined;
  /** The reasons why the file was not scanned, or only in part. */
  problems: string[];
  /** The work done, in steps of the engine. */
  steps: number;
}

interface Read {
  /** Undefined for a file that turns out to be something else. */
  matches: ConfigurationMatch[] | undefined;
  problems: string[];
  /** Set for a Helm chart: the text that the places of the matches refer to. */
  chart?: PlainChart;
}

const twice = 'a key occurs twice: the last one was scanned';
/** Rules visit a document a few times; the YAML reader takes most of the time. */
const stepsPerCharacter = 2;
/** The YAML reader takes up to twice the time on damaged documents. */
const stepsPerDamagedCharacter = 4;
const maxMatches = 10_000;

/** Applies the rules for documents that may stand in files of any name. */
const anyDocument = (document: ConfigNode): Read['matches'] => {
  const [template, manifest] = [templateOf(document), manifestOf([document])];
  if (!template && !manifest) return undefined;
  return [
    ...matchesIn(template?.resources ?? [], templateResourceRules),
    ...matchesIn(template?.parameters ?? [], parameterRules),
    ...matchesIn(manifest?.objects ?? [], objectRules),
    ...matchesIn(manifest?.pods ?? [], podRules),
    ...matchesIn(manifest?.containers ?? [], containerRules),
  ];
};

/**
 * Scans each document of a stream: which of them a tool uses depends on the tool, and neither the name of a file nor a word in
 * it proves that it is no template or manifest.
 */
const ofDocuments = (text: string, match?: (document: ConfigNode) => Read['matches']): Read => {
  const { documents, hasDuplicates } = readYaml(text);
  const found = documents
    .flatMap((document) => [match?.(document), anyDocument(document)])
    .filter((each) => each !== undefined);
  return { matches: found.length > 0 ? found.flat() : undefined, problems: hasDuplicates ? [twice] : [] };
};

const readers: Readonly<Record<ConfigurationKind, (text: string) => Read>> = {
  actions: (text) =>
    ofDocuments(text, (root) => {
      const found = workflowOf(root, text);
      return (
        found && [
          ...matchesIn([found], workflowRules),
          ...matchesIn(found.jobs, jobRules),
          ...matchesIn(found.steps, stepRules),
        ]
      );
    }),
  gitlab: (text) =>
    ofDocuments(text, (root) => {
      const found = pipelineOf(root);
      return found && [...matchesIn([found], pipelineRules), ...matchesIn(found.jobs, pipelineJobRules)];
    }),
  dockerfile: (text) => {
    const instructions = readDockerfile(text);
    const found = imageFileOf(instructions);
    return {
      matches: found && [
        ...matchesIn(found.stages, stageRules),
        ...matchesIn(found.instructions, instructionRules),
      ],
      problems: instructions.some(({ isOpen }) => isOpen)
        ? ['a heredoc has no certain end: scanned in part']
        : [],
    };
  },
  terraform: (text) => {
    const first = text.trimStart()[0];
    // The JSON syntax, whose root may be a list; no file of the other one begins so.
    if (first === '{' || first === '[')
      return ofDocuments(text, (root) => matchesIn(terraformBlocks(root), terraformRules));
    return { matches: matchesIn(terraformBlocks(readHcl(text)), terraformRules), problems: [] };
  },
  cloudformation: (text) => ofDocuments(text),
  kubernetes: (text) => {
    const chart = text.includes('{{') ? withoutActions(text) : undefined;
    const { matches, problems } = ofDocuments(chart?.text ?? text);
    // Branches of a condition may repeat a key; only one of them is rendered.
    return chart ? { matches, problems: [], chart } : { matches, problems };
  },
};

const maxTextLength = 300;

/** Locates the matches, each place once for a rule: a problem of a pod is found at each of its containers. */
const hitsOf = (text: string, matches: readonly ConfigurationMatch[]): ConfigurationHit[] => {
  const lines = createLineIndex(text);
  const seen = new Set<string>();
  return matches.flatMap(({ rule, address, spot: { start, end } }) => {
    const identity = `${rule.id}:${start}`;
    if (seen.has(identity)) return [];
    seen.add(identity);
    const line = lines.numberAt(start);
    const code = text.slice(start, Math.min(end, start + maxTextLength)).trimEnd();
    const stable = rule.sameWithout ? code.replaceAll(rule.sameWithout, '') : code;
    const place = { line, column: start - lines.bounds(line).start + 1, start, end };
    return [{ rule, at: { text: JSON.stringify([address, stable]), place } }];
  });
};

/** A value of the chart decides whether this part is present. */
const ofChart = ({ rule, at }: ConfigurationHit, { isConditional }: PlainChart): ConfigurationHit => ({
  rule: isConditional(at.place.start) ? { ...rule, confidence: 'low' } : rule,
  at,
});

/** Scans a configuration file in time proportional to its length. Never throws for its content. */
export const scanConfiguration = (text: string, kind: ConfigurationKind): ScannedConfiguration => {
  const steps = text.length * stepsPerCharacter;
  try {
    const { matches, problems, chart } = readers[kind](text);
    const hits = matches && hitsOf(chart?.text ?? text, matches.slice(0, maxMatches));
    return { hits: chart ? hits?.map((hit) => ofChart(hit, chart)) : hits, problems, steps };
  } catch (error) {
    if (!(error instanceof UnreadableConfiguration)) throw error;
    const damaged = text.length * stepsPerDamagedCharacter;
    return { hits: [], problems: [`${error.message}: not scanned`], steps: damaged };
  }
};
