import { defineMessages } from '../define-messages.ts';
import { day, number, plural } from '../format.ts';

export const evidenceMessages = defineMessages({
  views: 'Proof and packs',
  packs: 'Auditor packs',
  proof: 'Proof',
  packsLead:
    'The evidence of a period in one signed file: verdicts, waivers, policy, audit events, ledger. It does not claim that a control is met.',
  request: 'New pack',
  period: 'Period',
  periodText: (from: string, to: string) => `${day(from)} to ${day(to)}`,
  state: 'State',
  scans: 'Scans',
  size: 'Size',
  requested: 'Requested',
  expires: 'Kept until',
  empty: 'No auditor packs',
  emptyHelp: 'Request one for the period under audit.',
  from: 'From',
  to: 'To',
  dateMissing: 'Enter a day.',
  dateOrder: 'The end is before the start.',
  include: 'With each scan',
  findings: 'Findings',
  sbom: 'SBOM',
  repositories: 'Only these repositories',
  repositoriesHelp: 'Empty: all of them.',
  create: 'Request pack',
  digest: 'SHA-256',
  links: 'Links for an auditor',
  linksLead:
    'Anyone with the link can download the pack without an account until it expires. Each use is recorded in the audit log.',
  newLink: 'New link',
  hours: 'Hours until it expires',
  hoursHelp: 'From 1 to 168.',
  hoursInvalid: 'Enter a whole number from 1 to 168.',
  createLink: 'Create link',
  linkTitle: 'Copy the link now',
  created: 'Created',
  ends: 'Ends',
  openings: 'Opened',
  openingCount: (openings: number) => plural(openings, 'time', 'times'),
  revoked: 'Revoked',
  ended: 'Ended',
  live: 'Live',
  revoke: 'Revoke',
  revokeTitle: 'Revoke the link',
  revokeText: 'It stops working immediately. Copies that were already downloaded remain.',
  actions: 'Actions',
  noLinks: 'No links',
  noLinksHelp: 'Create one, and send it to the auditor.',
  failed: 'The pack could not be created',
  failedHelp: 'Request it again.',
  proofLead:
    'The proof of a scan is a file that anyone can verify offline with a public key. Open a scan, then download its proof.',
  openScans: 'Open scans',
  keys: 'Signing keys',
  keysLead: 'A key inside a file proves nothing about the signer. Compare it with these.',
  keyId: 'Key',
  keyState: 'State',
  algorithm: 'Algorithm',
  keysFile: 'Download the keys',
  check: 'Check offline',
  checkCommand: 'Command',
});

const packStates: Record<string, string> = defineMessages({
  running: 'In progress',
  ready: 'Ready',
  failed: 'Failed',
  expired: 'Expired',
});
export const packState = (state: string): string => packStates[state] ?? state;

const keyStates: Record<string, string> = defineMessages({
  signing: 'Current signing key',
  verifying: 'Verifies older signatures',
  revoked: 'Revoked',
});
export const keyState = (state: string): string => keyStates[state] ?? state;

/** A number of bytes as people say it. */
export const bytesText = (bytes: number): string => {
  if (bytes < 1_000) return `${number(bytes)} B`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'KB'] : [bytes / 1_000_000, 'MB'];
  return `${number(Math.round(size * 10) / 10)} ${unit}`;
};
