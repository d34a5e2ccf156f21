/** The command of the command line that calls each operation. */
export const commandLines: Readonly<Record<string, string>> = {
  'create-scan': 'scangate scan --repository acme/shop --commit HEAD',
  'wait-scan': 'scangate wait 0197c0de-0000-7000-8000-000000000001',
  'quote-scan': 'scangate quote --repository acme/shop --commit HEAD',
  'list-findings': 'scangate findings 0197c0de-0000-7000-8000-000000000001 --severity high',
  'explain-scan': 'scangate explain 0197c0de-0000-7000-8000-000000000001',
  'get-sbom': 'scangate sbom 0197c0de-0000-7000-8000-000000000001',
  'compare-scans': 'scangate diff main HEAD',
  'find-components': 'scangate search pkg:npm/minimist',
  'create-waiver':
    "scangate waive --advisory CVE-2021-44228 --reason 'The logger is never given untrusted text.' --expires 2026-05-01",
  'simulate-gate': 'scangate policy check policy.json --days 7',
  'get-me': 'scangate whoami',
  'start-device-login': 'scangate login',
};
