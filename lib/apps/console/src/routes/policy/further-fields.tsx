import type { ReactElement } from 'react';
import { policyMessages } from '@scangate/console/messages/gate/policy.ts';
import { Checkbox } from '@scangate/console/parts/forms/checkbox.tsx';
import { Select } from '@scangate/console/parts/forms/select.tsx';
import { NumberField } from '@scangate/console/parts/forms/text-field.tsx';
import { thresholdOptions, type PolicyFieldsProps } from './basic-fields.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import { LinesField } from './lines-field.tsx';
import { percentOf, shareOf } from './policy-draft.ts';
import { PolicySection } from './policy-section.tsx';

const categories = [
  'permissive',
  'weak-copyleft',
  'strong-copyleft',
  'network-copyleft',
  'source-available',
  'proprietary',
  'unknown',
] as const;
const scores = ['highest', 'newest'] as const;
const approvals = ['single', 'four_eyes'] as const;
const longestDays = 3650;

/** Which licenses are accepted. */
export const LicenseFields = ({ policy, change, canEdit }: PolicyFieldsProps): ReactElement => {
  const { licensePolicy } = policy;
  const set = (changes: Partial<typeof licensePolicy>): void =>
    change({ licensePolicy: { ...licensePolicy, ...changes } });
  return (
    <PolicySection title={policyMessages.licenses} capability="policy_standard" canEdit={canEdit}>
      <ChoiceGroup
        label={policyMessages.denyCategories}
        options={categories.map((value) => ({ value, label: policyMessages.categories[value] }))}
        chosen={licensePolicy.denyCategories}
        onChange={(denyCategories) => set({ denyCategories })}
      />
      <LinesField
        label={policyMessages.deny}
        help={policyMessages.licenseLines}
        value={licensePolicy.deny}
        onChange={(deny) => set({ deny })}
      />
      <LinesField
        label={policyMessages.allow}
        help={policyMessages.licenseLines}
        value={licensePolicy.allow}
        onChange={(allow) => set({ allow })}
      />
      <Checkbox
        label={policyMessages.ignoreDevelopmentLicenses}
        checked={licensePolicy.ignoreDevelopment}
        onChange={(ignoreDevelopment) => set({ ignoreDevelopment })}
      />
    </PolicySection>
  );
};

/** Shows what is found and does not count. */
export const IgnoreFields = ({ policy, change, canEdit }: PolicyFieldsProps): ReactElement => {
  const { ignore } = policy;
  return (
    <PolicySection title={policyMessages.ignore} capability="policy_standard" canEdit={canEdit}>
      <Checkbox
        label={policyMessages.developmentDependencies}
        checked={ignore.developmentDependencies}
        onChange={(developmentDependencies) => change({ ignore: { ...ignore, developmentDependencies } })}
      />
      <NumberField
        label={policyMessages.unfixable}
        help={policyMessages.unfixableHelp}
        value={ignore.unfixable?.untilDays}
        onChange={(untilDays) =>
          change({ ignore: { ...ignore, unfixable: untilDays === undefined ? null : { untilDays } } })
        }
        min={1}
        max={longestDays}
      />
    </PolicySection>
  );
};

/** Exploitation, scores, and who approves waivers. */
export const ExploitFields = ({ policy, change, canEdit }: PolicyFieldsProps): ReactElement => {
  const { failOn } = policy;
  return (
    <PolicySection title={policyMessages.exploits} capability="policy_complete" canEdit={canEdit}>
      <Checkbox
        label={policyMessages.knownExploited}
        checked={failOn.knownExploited}
        onChange={(knownExploited) => change({ failOn: { ...failOn, knownExploited } })}
      />
      <NumberField
        label={policyMessages.epssAtLeast}
        help={policyMessages.epssHelp}
        value={percentOf(failOn.epssAtLeast)}
        onChange={(percent) => change({ failOn: { ...failOn, epssAtLeast: shareOf(percent) } })}
        min={0}
        max={100}
      />
      <Select
        label={policyMessages.unknownSeverityAs}
        value={policy.unknownSeverityAs}
        onChange={(unknownSeverityAs) => change({ unknownSeverityAs })}
        options={thresholdOptions}
      />
      <Select
        label={policyMessages.severity}
        value={policy.severity}
        onChange={(severity) => change({ severity })}
        options={scores.map((value) => ({ value, label: policyMessages.severities[value] }))}
      />
      <Select
        label={policyMessages.waiverApproval}
        value={policy.waiverApproval}
        onChange={(waiverApproval) => change({ waiverApproval })}
        options={approvals.map((value) => ({ value, label: policyMessages.approvals[value] }))}
      />
      <LinesField
        label={policyMessages.neverWaive}
        help={policyMessages.neverWaiveLines}
        value={policy.neverWaive}
        onChange={(neverWaive) => change({ neverWaive })}
      />
    </PolicySection>
  );
};
