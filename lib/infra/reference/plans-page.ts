import { planNames } from '@scangate/domain/plans/plan-names';
import { capabilities, plans, type Capability, type PlanTerms } from '@scangate/domain/plans/plans';
import { code, page, table } from './markdown.ts';

/** The acts that need a capability. No endpoint requires the capabilities that are missing here. */
const meanings: Readonly<Partial<Record<Capability, string>>> = {
  policy_basic:
    'Changing the thresholds of the gate, `minimumConfidence`, `testFolders`, `suppressions`, `onUnassessed`, `requiredScanTypes` and `maxWaiverDays`. Waivers ask for no more.',
  policy_standard: 'Changing the license policy and `ignore`.',
  policy_complete:
    'Changing license exceptions, what an unknown severity counts as, `sourcePolicy`, `failOn`, `severity`, `waiverApproval` and `neverWaive`.',
  api: 'Calling the API with a token. A console session is not API access.',
  audit_log: 'Reading the audit log.',
  proof_export: 'Exporting the SBOM of a scan.',
  pay_as_you_go: 'Buying credit packs, and auto-recharge.',
};

const creditsOf = ({ coreCredits }: PlanTerms): string => {
  if (coreCredits === 'agreed') return 'as agreed';
  return 'fixed' in coreCredits ? String(coreCredits.fixed) : `${coreCredits.perLicense} per license`;
};

const licensesOf = ({ licenses }: PlanTerms): string => {
  if (licenses === 'bought') return 'as bought';
  return licenses === 'agreed' ? 'as agreed' : String(licenses);
};

const limitOf = (limit: number | null): string => (limit === null ? 'no limit' : String(limit));

/** Writes the page of the limits and capabilities of each plan. */
export const plansPage = (): string => {
  const terms = planNames.map((name) => plans[name]);
  return page(
    'Plans and capabilities',
    'A request that needs a capability which the plan lacks is refused with `entitlement_denied`.',
    `## Limits\n\n${table(
      ['', ...planNames],
      [
        ['Core credits per period', ...terms.map(creditsOf)],
        ['Licenses per calendar month', ...terms.map(licensesOf)],
        ['Connected repositories', ...terms.map(({ repositories }) => limitOf(repositories))],
        ['Longest retention in days', ...terms.map(({ retentionDays }) => limitOf(retentionDays))],
      ],
    )}`,
    `## Capabilities\n\n${table(
      ['Capability', 'What it includes', ...planNames],
      capabilities.map((capability) => [
        code(capability),
        meanings[capability] ?? 'No endpoint requires it.',
        ...terms.map((plan) => (plan.capabilities.includes(capability) ? 'yes' : '')),
      ]),
    )}`,
  );
};
