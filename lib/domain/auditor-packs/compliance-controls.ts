import { packParts } from '../evidence/evidence-records.ts';
import type { AuditorPack } from '../records.ts';
import { documentFiles } from './document-files.ts';

/** A control that auditors examine, and the files that serve as evidence for it. */
interface Control {
  control: string;
  answeredBy: string;
  files: readonly string[];
}

const watching = {
  answeredBy: 'Scans, the watch of advisories, and days to fix',
  files: [
    'verdicts.csv',
    'attestations.csv',
    'tracked-findings.csv',
    'audit-events.csv',
    documentFiles.findings,
  ],
};
const changing = {
  answeredBy: 'Policy and verdict of each commit, waivers and their approvers',
  files: ['verdicts.csv', 'policies.csv', 'waivers.csv', 'audit-events.csv'],
};
const composing = {
  answeredBy: 'SBOM, releases, and the end of support',
  files: [documentFiles.sbom, 'releases.csv', 'audit-events.csv'],
};
const fixing = {
  answeredBy: 'The gate, dates of fixes, and bundle.affected',
  files: ['verdicts.csv', 'policies.csv', 'tracked-findings.csv', 'audit-events.csv'],
};
const access = {
  answeredBy: 'Members, tokens, and audit events',
  files: ['members.csv', 'audit-events.csv'],
};

const controlsOf = (names: readonly string[], answer: Omit<Control, 'control'>): Control[] =>
  names.map((control) => ({ control, ...answer }));

const controls: readonly Control[] = [
  ...controlsOf(
    ['SOC 2 CC7.1', 'ISO 27001 A.8.8', 'SSDF RV.1', 'SSDF RV.2', 'DORA Art. 25', 'RTS 2024/1774 Art. 10'],
    watching,
  ),
  ...controlsOf(
    [
      'SOC 2 CC8.1',
      'ISO 27001 A.8.25',
      'ISO 27001 A.8.26',
      'ISO 27001 A.8.27',
      'ISO 27001 A.8.28',
      'ISO 27001 A.8.29',
      'SSDF PO.4',
      'SSDF PW.7',
      'SSDF PW.8',
      'RTS 2024/1774 Art. 16',
      'RTS 2024/1774 Art. 17',
    ],
    changing,
  ),
  ...controlsOf(
    ['SSDF PS.3', 'SSDF PW.4', 'CRA Annex I Part II (1)', 'CRA Annex II (7)', 'CRA Annex II (9)'],
    composing,
  ),
  ...controlsOf(
    ['CRA Annex I Part I (2)(a)', 'CRA Annex I Part II (2)', 'CRA Annex I Part II (3)', 'CRA Art. 14'],
    fixing,
  ),
  ...controlsOf(
    ['SOC 2 CC6.1', 'SOC 2 CC6.2', 'SOC 2 CC6.3', 'ISO 27001 A.5.15', 'ISO 27001 A.5.18'],
    access,
  ),
];

/** Files of the pack that help to answer a control, and others that its request did not include. */
export interface AnsweredControl extends Control {
  leftOut: readonly string[];
}

/** Lists the evidence for each control. It never claims that a control is met: that is for the auditor to judge. */
export const packControls = ({ include }: Pick<AuditorPack, 'include'>): AnsweredControl[] => {
  const missing: readonly string[] = packParts
    .filter((part) => !include.includes(part))
    .map((part) => documentFiles[part]);
  return controls.map((control) => ({
    ...control,
    files: control.files.filter((file) => !missing.includes(file)),
    leftOut: control.files.filter((file) => missing.includes(file)),
  }));
};
