import { severityName } from '@scangate/console/messages/risk.ts';
import { policyMessages } from '@scangate/console/messages/gate/policy.ts';
import { verdictWords } from '@scangate/console/messages/gate/verdicts.ts';
import type { Capability } from '@scangate/console/session/session.ts';
import { exceptionWords, ExceptionsField } from './exceptions-field.tsx';
import { PercentField } from './percent-field.tsx';
import {
  choice,
  choiceOfEach,
  choices,
  days,
  daysOrNone,
  lines,
  onOff,
  type Control,
} from './policy-control.tsx';
import { percentOf, type Policy, type SettingName } from './policy-draft.ts';

const thresholds = ['critical', 'high', 'medium', 'low'] as const;
const scanTypes = ['sca', 'license', 'secrets', 'sast', 'dependency-advisor', 'sbom'] as const;
const keysOf = <K extends string>(names: Readonly<Record<K, unknown>>): K[] => Object.keys(names) as K[];
// A test compares the words with the lists of the engines.
const categories = keysOf(policyMessages.categories);
const sourceRules = keysOf(policyMessages.sourceRules);
/** Private registries and forks are common. The engine has the same usual severities. */
const usuallyMedium: readonly string[] = ['named-registry', 'replaced-package'];

const threshold = choice(thresholds, severityName);

interface Setting<V> extends Control<V> {
  label: string;
  help?: string;
}

/** Each setting of the policy: its words, and how it is edited. One that is missing here does not compile. */
export const settings: { readonly [N in SettingName]: Setting<Policy[N]> } = {
  apiGateSeverityThreshold: {
    label: policyMessages.apiGateSeverityThreshold,
    help: policyMessages.apiGateHelp,
    ...threshold,
  },
  prCheckSeverityThreshold: {
    label: policyMessages.prCheckSeverityThreshold,
    help: policyMessages.prCheckHelp,
    ...threshold,
  },
  minimumConfidence: {
    label: policyMessages.minimumConfidence,
    ...choice(['high', 'low'], (value) => policyMessages.confidences[value]),
  },
  suppressions: {
    label: policyMessages.suppressions,
    help: policyMessages.suppressionsHelp,
    ...choice(['reviewed', 'commit', 'none'], (value) => policyMessages.suppressionModes[value]),
  },
  'testFolders.secrets': { label: policyMessages.testSecrets, ...threshold },
  'testFolders.code': { label: policyMessages.testCode, ...threshold },
  maxWaiverDays: { label: policyMessages.maxWaiverDays, ...days },
  requiredScanTypes: {
    label: policyMessages.requiredScanTypes,
    ...choices(scanTypes, (value) => verdictWords.scanTypes[value]),
  },
  onUnassessed: {
    label: policyMessages.onUnassessed,
    ...choiceOfEach({
      keys: ['sca', 'license', 'secrets', 'sast'],
      labelOf: (key) => policyMessages.unassessedOf(policyMessages.dimensions[key]),
      values: ['report', 'fail'],
      nameOf: (value) => policyMessages.unassessed[value],
      usual: () => policyMessages.unassessed.default,
    }),
  },
  'licensePolicy.denyCategories': {
    label: policyMessages.denyCategories,
    ...choices(categories, (value) => policyMessages.categories[value]),
  },
  'licensePolicy.deny': { label: policyMessages.deny, help: policyMessages.licenseLines, ...lines },
  'licensePolicy.allow': { label: policyMessages.allow, help: policyMessages.licenseLines, ...lines },
  'licensePolicy.ignoreDevelopment': { label: policyMessages.ignoreDevelopmentLicenses, ...onOff },
  'licensePolicy.exceptions': {
    label: policyMessages.exceptions,
    help: policyMessages.exceptionsHelp,
    render: (props) => <ExceptionsField {...props} />,
    words: exceptionWords,
  },
  'sourcePolicy.allowedHosts': {
    label: policyMessages.allowedHosts,
    help: policyMessages.allowedHostsHelp,
    ...lines,
  },
  'sourcePolicy.severities': {
    label: policyMessages.sourceSeverities,
    ...choiceOfEach({
      keys: sourceRules,
      labelOf: (key) => policyMessages.sourceRules[key],
      values: thresholds,
      nameOf: severityName,
      usual: (key) => policyMessages.usual(severityName(usuallyMedium.includes(key) ? 'medium' : 'high')),
    }),
  },
  'ignore.developmentDependencies': { label: policyMessages.developmentDependencies, ...onOff },
  'ignore.unused': { label: policyMessages.unused, help: policyMessages.unusedHelp, ...onOff },
  'ignore.unfixable': {
    label: policyMessages.unfixable,
    help: policyMessages.unfixableHelp,
    ...daysOrNone,
  },
  'failOn.knownExploited': { label: policyMessages.knownExploited, ...onOff },
  'failOn.epssAtLeast': {
    label: policyMessages.epssAtLeast,
    help: policyMessages.epssHelp,
    render: (props) => <PercentField {...props} />,
    words: (value) => (value === null ? policyMessages.nothing : policyMessages.percent(percentOf(value))),
  },
  unknownSeverityAs: { label: policyMessages.unknownSeverityAs, ...threshold },
  severity: {
    label: policyMessages.severity,
    ...choice(['highest', 'newest'], (value) => policyMessages.severities[value]),
  },
  waiverApproval: {
    label: policyMessages.waiverApproval,
    help: policyMessages.waiverApprovalHelp,
    ...choice(['single', 'four_eyes'], (value) => policyMessages.approvals[value]),
  },
  verifySecrets: {
    label: policyMessages.verifySecrets,
    help: policyMessages.verifySecretsHelp,
    ...choice(['off', 'on'], (value) => policyMessages.verifications[value]),
  },
  neverWaive: { label: policyMessages.neverWaive, help: policyMessages.neverWaiveLines, ...lines },
};

interface PolicyPart {
  title: string;
  settings: readonly SettingName[];
}

/** The parts of the policy by the capability that changing them needs. */
export const levels: readonly { capability: Capability; parts: readonly PolicyPart[] }[] = [
  {
    capability: 'policy_basic',
    parts: [
      {
        title: policyMessages.thresholds,
        settings: [
          'apiGateSeverityThreshold',
          'prCheckSeverityThreshold',
          'minimumConfidence',
          'suppressions',
          'testFolders.secrets',
          'testFolders.code',
          'maxWaiverDays',
        ],
      },
      { title: policyMessages.coverage, settings: ['requiredScanTypes', 'onUnassessed'] },
    ],
  },
  {
    capability: 'policy_standard',
    parts: [
      {
        title: policyMessages.licenses,
        settings: [
          'licensePolicy.denyCategories',
          'licensePolicy.deny',
          'licensePolicy.allow',
          'licensePolicy.ignoreDevelopment',
        ],
      },
      {
        title: policyMessages.ignore,
        settings: ['ignore.developmentDependencies', 'ignore.unfixable', 'ignore.unused'],
      },
    ],
  },
  {
    capability: 'policy_complete',
    parts: [
      {
        title: policyMessages.exploits,
        settings: ['failOn.knownExploited', 'failOn.epssAtLeast', 'unknownSeverityAs', 'severity'],
      },
      {
        title: policyMessages.sources,
        settings: ['sourcePolicy.allowedHosts', 'sourcePolicy.severities'],
      },
      { title: policyMessages.exceptions, settings: ['licensePolicy.exceptions'] },
      { title: policyMessages.secrets, settings: ['verifySecrets'] },
      { title: policyMessages.waivers, settings: ['waiverApproval', 'neverWaive'] },
    ],
  },
];
