import { defineMessages } from '../define-messages.ts';

/** Says what a verdict follows from. */
export const evidenceMessages = defineMessages({
  inputs: 'Inputs of the verdict',
  inputsLead: 'The same inputs always give the same verdict, on any machine.',
  inventory: 'Inventory',
  advisories: 'Advisories',
  advisoriesBuilt: 'Advisories as of',
  licenses: 'License data',
  policy: 'Policy',
  waivers: 'Waivers',
  suppressions: 'Suppressions',
  reports: 'Reports',
  proof: 'SBOM and proof',
  proofLead: 'For third parties. The signature can be verified without Scangate, with its published keys.',
});

/** The documents of a scan. */
export const downloadMessages = defineMessages({
  cyclonedx: { label: 'CycloneDX', note: 'SBOM 1.6, JSON' },
  spdx: { label: 'SPDX', note: 'SBOM 2.3, JSON' },
  sarif: { label: 'SARIF', note: 'findings for code hosts and editors' },
  'cyclonedx-vex': { label: 'CycloneDX VEX', note: 'vulnerabilities in dependencies, with waivers' },
  junit: { label: 'JUnit', note: 'a test case for each finding, XML' },
  markdown: { label: 'Markdown', note: 'a summary for people' },
  'gitlab-codequality': { label: 'GitLab Code Quality', note: 'JSON' },
  attestation: { label: 'Signed verdict', note: 'DSSE envelope, in-toto statement' },
  proof: { label: 'Proof', note: 'zip with the signed verdict, evidence and reports' },
});
