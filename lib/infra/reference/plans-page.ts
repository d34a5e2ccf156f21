import { planNames } from '@scangate/domain/plans/plan-names';
import { capabilities, plans, type Capability, type PlanTerms } from '@scangate/domain/plans/plans';
import { code, page, table } from './markdown.ts';

/** The actions that need a capability. */
const meanings: Readonly<Record<Capability, string>> = {
  policy_basic:
    'Changing the thresholds of the gate, `minimumConfidence`, `testFolders`, `suppressions`, `onUnassessed`, `requiredScanTypes` and `maxWaiverDays`. Waivers ask for no more.',
  policy_standard: 'Changing the license policy and `ignore`.',
  policy_complete:
    'Changing license exceptions, what an unknown severity counts as, `sourcePolicy`, `failOn`, `severity`, `verifySecrets`, `waiverApproval`, `neverWaive` and the rules of the organization.',
  api: 'Calling the API with a token. A console session is not API access.',
  webhooks:
    'Creating, changing and testing webhooks, their deliveries, and reading events. Reading and removing webhooks needs nothing.',
  issue_trackers:
    'Creating, changing and testing chats and issue trackers, and their deliveries. Reading and removing them needs nothing.',
  bundles: 'Creating and changing bundles and releases. Reading them needs nothing.',
  audit_log: 'Reading the audit log.',
  proof_export:
    'Exporting the SBOM and the proof of a scan, and signed verdicts. Reading a verdict that was signed before needs nothing.',
  auditor_export: 'Requesting auditor packs. Reading and sharing them needs nothing.',
  pay_as_you_go: 'Buying credit packs, and auto-recharge.',
  sso_basic: 'Verifying domains, and sign-in at an own issuer of OpenID Connect.',
  sso_full:
    'Sign-in by SAML, roles from groups, enforced sign-in, limits of sessions, and directories that provision people (SCIM).',
  sla: 'Service levels, as agreed. No endpoint requires it.',
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
        meanings[capability],
        ...terms.map((plan) => (plan.capabilities.includes(capability) ? 'yes' : '')),
      ]),
    )}`,
  );
};
