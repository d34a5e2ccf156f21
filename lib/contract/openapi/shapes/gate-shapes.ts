import type { ShapeTable } from './shape-table.ts';

export const gateShapes: ShapeTable = {
  GatePolicy: ['get-gate 200', 'The settings of the gate, each with the value in force.'],
  GateChange: ['change-gate body', 'Settings of the gate to change; what is left out stays.'],
  LicenseExceptions: [
    'get-gate 200 licensePolicy exceptions',
    'Packages whose license is accepted all the same.',
  ],
  SourceSeverities: [
    'get-gate 200 sourcePolicy severities',
    'The severity of each rule about where packages come from.',
  ],
  UnassessedPolicy: ['get-gate 200 onUnassessed', 'What a dimension means that could not be assessed.'],
  TestFolderPolicy: [
    'get-gate 200 testFolders',
    'The highest severities in test, fixture, documentation and example folders.',
  ],
  UnfixablePolicy: [
    'get-gate 200 ignore unfixable',
    'Whether vulnerabilities without a fixed version count.',
  ],
  Probability: ['get-gate 200 failOn epssAtLeast #0', 'A probability from 0 to 1.'],
  GateProposal: ['get-gate 200 proposal', 'A change that waits for a second person.'],
  CustomRules: ['get-rules 200', "The organization's custom rules."],
  CustomRulesChange: ['change-rules body', 'The rules that take the place of those in force.'],
  CustomRulesTrial: ['simulate-rules body', 'The rules to try.'],
  CustomSecretRule: ['get-rules 200 rules [] #0', 'A rule for secrets.'],
  CustomCodeRule: ['get-rules 200 rules [] #1', 'A rule for code.'],
  CustomRuleExamples: ['get-rules 200 rules [] #0 examples', 'Texts that the rule is tried on first.'],
  CustomSource: [
    'get-rules 200 rules [] #1 sources []',
    'A place where untrusted text comes in: a call or a name.',
  ],
  CustomSink: [
    'get-rules 200 rules [] #1 sinks []',
    'A place where untrusted text is dangerous: a call or a name.',
  ],
  Waiver: ['create-waiver 201', 'A waiver: findings that do not count, with reason and end.'],
  WaiverStatus: ['create-waiver 201 status'],
  WaiverMatch: ['create-waiver body match', 'What a waiver covers: exactly one of five kinds of match.'],
  WaiverTarget: ['create-waiver 201 match', 'What the waiver covers.'],
  WaiverScope: ['create-waiver body scope'],
  WaivedPlace: ['create-waiver 201 scope', 'Where the waiver counts; empty: in the whole organization.'],
  Attestation: ['get-attestation 200', 'The signed statement about a verdict.'],
  Bundle: ['create-bundle 201', 'Repositories that are released together.'],
  BundleMember: ['create-bundle body members []', 'A repository, or one of its project units.'],
  Release: ['release-bundle 201', 'A release of a bundle, with the scans that it stands on.'],
  ReleaseAdvisories: ['release-bundle 201 advisories', 'How many advisories affect the release now.'],
  AuditorPack: ['request-auditor-pack 202', 'Evidence of a period for an auditor.'],
  Moment: ['request-auditor-pack body from', 'An instant with a time zone, or a day (UTC).'],
  Component: ['find-components 200 items []', 'A project unit that uses a package.'],
};
