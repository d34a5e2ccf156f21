import type { ShapeTable } from './shape-table.ts';

export const findingShapes: ShapeTable = {
  Finding: ['list-findings 200 items []', 'A finding of one of six kinds.'],
  Severity: [
    'list-integration-tickets 200 items [] severity',
    'A severity; unknown where nobody states one.',
  ],
  Threshold: ['get-gate 200 apiGateSeverityThreshold', 'A severity that a gate compares with.'],
  FlowStep: ['list-findings 200 items [] #4 flow []', 'A step of a data flow.'],
  FindingKind: ['get-tracked-finding 200 kind', 'The kind of a finding.'],
  FindingWaiver: ['list-findings 200 items [] #0 waived'],
  FindingSuppression: [
    'list-findings 200 items [] #0 suppressed',
    'The suppression for which the finding does not count.',
  ],
  Epss: ['list-findings 200 items [] #0 epss'],
  KnownExploited: ['list-findings 200 items [] #0 kev'],
  Cvss: ['list-findings 200 items [] #0 cvss', 'The highest CVSS that the advisory states.'],
  TrackedFinding: ['list-tracked-findings 200 items []', 'A finding on a default branch over time.'],
  TrackedFindingDetail: [
    'get-tracked-finding 200',
    'A finding on a default branch over time, with its notes.',
  ],
  HistoryPlace: [
    'get-tracked-finding 200 history',
    'The place of a secret in the history of its repository.',
  ],
  Sighting: ['get-tracked-finding 200 firstSeen', 'A followed commit, and when it was scanned.'],
  Toleration: ['get-tracked-finding 200 tolerated', 'Why the finding is there and does not count.'],
  ListedFindings: ['explain-scan 200 suppressed', 'Findings with their number; a long list is cut.'],
  Judgment: ['rejudge-scan 200 judgment', 'What the gate of a later day says of an old scan.'],
  ComparedScan: ['compare-scans 200 head', 'One side of a comparison.'],
  ComparedFindings: ['compare-scans 200 introduced', 'Findings that one side has alone, counted and listed.'],
  ComparedInput: ['compare-scans 200 inputs [] input', 'Something that a verdict depends on.'],
  Dimension: ['wait-scan 200 pullRequestCheck coverageDropped [] dimension', 'What a scan looks at.'],
  FailingVerdict: ['simulate-gate 200 repositories [] flips [] before', 'A verdict with its reasons.'],
  DsseEnvelope: ['get-attestation 200', 'A signed statement (DSSE).'],
};
