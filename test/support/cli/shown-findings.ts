import { failed, secretFinding } from './scripted-service.ts';

const advisory = {
  fingerprint: 'f2',
  severity: 'high',
  title: 'Prototype pollution',
  projectUnitId: failed.projectUnits[0]?.projectUnitId,
  kind: 'vulnerability',
  advisoryId: 'GHSA-xvch-5gv4-984h',
  aliases: ['CVE-2021-44906'],
  packageName: '@some-long-scope/and-a-very-long-package-name',
  version: '1.2.5',
  scope: 'required',
  direct: false,
  dependencyPath: [],
  fixedVersions: ['1.2.6'],
  malicious: false,
  file: 'package-lock.json',
  url: '',
};
const deprecated = (fingerprint: string) => ({
  ...advisory,
  fingerprint,
  kind: 'upgrade',
  advice: 'deprecated',
  severity: 'low',
  title: 'request is deprecated',
  packageName: 'request',
  version: '2.88.2',
  via: [],
  breaking: false,
  clears: [],
  remaining: [],
});
const hostile = {
  ...secretFinding,
  fingerprint: 'f4',
  file: 'sehr/langer/pfad/\u{1f600}日本語日本語日本語日本語日本語日本語日本語/\u001b[2J\u202e\u009b1m\r\n.py',
};

/** Findings that are hard to show: long, wide, hostile, and the same package twice. */
export const shownFindings = [hostile, deprecated('f5'), deprecated('f6'), advisory, secretFinding];
