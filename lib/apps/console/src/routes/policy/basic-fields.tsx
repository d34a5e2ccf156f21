import type { ReactElement } from 'react';
import { policyMessages } from '@scangate/console/messages/gate/policy.ts';
import { severityName } from '@scangate/console/messages/risk.ts';
import { verdictWords } from '@scangate/console/messages/gate/verdicts.ts';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { NumberField } from '@scangate/console/parts/forms/text-field.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import type { Policy } from './policy-draft.ts';
import { PolicySection } from './policy-section.tsx';

export interface PolicyFieldsProps {
  policy: Policy;
  change: (change: Partial<Policy>) => void;
  canEdit: boolean;
}

export const thresholds = ['critical', 'high', 'medium', 'low'] as const;
export const thresholdOptions = thresholds.map((value) => ({ value, label: severityName(value) }));

const confidences = ['high', 'low'] as const;
const suppressionModes = ['reviewed', 'commit', 'none'] as const;
const scanTypes = ['sca', 'license', 'secrets', 'sast', 'dependency-advisor', 'sbom'] as const;
const dimensions = ['sca', 'license', 'secrets', 'sast'] as const;
const unassessed = ['default', 'report', 'fail'] as const;

/** Says where the gate closes. */
export const ThresholdFields = ({ policy, change, canEdit }: PolicyFieldsProps): ReactElement => (
  <PolicySection title={policyMessages.thresholds} capability="policy_basic" canEdit={canEdit}>
    <Select
      label={policyMessages.apiGateSeverityThreshold}
      help={policyMessages.apiGateHelp}
      value={policy.apiGateSeverityThreshold}
      onChange={(apiGateSeverityThreshold) => change({ apiGateSeverityThreshold })}
      options={thresholdOptions}
    />
    <Select
      label={policyMessages.prCheckSeverityThreshold}
      help={policyMessages.prCheckHelp}
      value={policy.prCheckSeverityThreshold}
      onChange={(prCheckSeverityThreshold) => change({ prCheckSeverityThreshold })}
      options={thresholdOptions}
    />
    <Select
      label={policyMessages.minimumConfidence}
      value={policy.minimumConfidence}
      onChange={(minimumConfidence) => change({ minimumConfidence })}
      options={confidences.map((value) => ({ value, label: policyMessages.confidences[value] }))}
    />
    <Select
      label={policyMessages.suppressions}
      help={policyMessages.suppressionsHelp}
      value={policy.suppressions}
      onChange={(suppressions) => change({ suppressions })}
      options={suppressionModes.map((value) => ({ value, label: policyMessages.suppressionModes[value] }))}
    />
    <Select
      label={policyMessages.testSecrets}
      value={policy.testFolders.secrets}
      onChange={(secrets) => change({ testFolders: { ...policy.testFolders, secrets } })}
      options={thresholdOptions}
    />
    <Select
      label={policyMessages.testCode}
      value={policy.testFolders.code}
      onChange={(code) => change({ testFolders: { ...policy.testFolders, code } })}
      options={thresholdOptions}
    />
    <NumberField
      label={policyMessages.maxWaiverDays}
      value={policy.maxWaiverDays}
      onChange={(days) => days !== undefined && change({ maxWaiverDays: days })}
      min={1}
      max={365}
    />
  </PolicySection>
);

/** Shows what has to be looked at. */
export const CoverageFields = ({ policy, change, canEdit }: PolicyFieldsProps): ReactElement => {
  const setUnassessed = (name: (typeof dimensions)[number], chosen: (typeof unassessed)[number]): void => {
    const { [name]: _before, ...others } = policy.onUnassessed;
    change({ onUnassessed: chosen === 'default' ? others : { ...others, [name]: chosen } });
  };
  return (
    <PolicySection title={policyMessages.coverage} capability="policy_basic" canEdit={canEdit}>
      <ChoiceGroup
        label={policyMessages.requiredScanTypes}
        options={scanTypes.map((value) => ({ value, label: verdictWords.scanTypes[value] }))}
        chosen={policy.requiredScanTypes}
        onChange={(requiredScanTypes) => change({ requiredScanTypes })}
      />
      {dimensions.map((name) => (
        <Select
          key={name}
          label={policyMessages.unassessedOf(policyMessages.dimensions[name])}
          value={policy.onUnassessed[name] ?? 'default'}
          onChange={(chosen) => setUnassessed(name, chosen)}
          options={unassessed.map((value) => ({ value, label: policyMessages.unassessed[value] }))}
        />
      ))}
    </PolicySection>
  );
};
