import { switchFlag } from '../arguments/flags.ts';
import { defineCommand } from './command.ts';

export const advisoriesFlags = {
  merge: switchFlag('add to the imported advisories; the newer of two records with one id wins'),
} as const;

export const advisoriesCommand = defineCommand({
  name: 'advisories import',
  summary: 'Imports vulnerability data for scans on this machine.',
  positionals: [{ name: 'PATH', isRequired: true }],
  flags: advisoriesFlags,
  notes: [
    'PATH is a directory, .zip, .json, .jsonl or .jsonl.gz of OSV records. A .csv or .csv.gz of EPSS scores, or the known_exploited_vulnerabilities.json of CISA, adds to the imported advisories: findings then show how likely an attack is, and whether it is known. A feed of NVD (nvdcve-2.0-2024.json.gz and so on), alone or in a directory, gives advisories without a severity the one of their CVE, as OSV records of CVEs do. A folder of license tables, as lib/adapters/osv/licenses/data, replaces the license data.',
    'Without --merge the ecosystems of the source are replaced. Other ecosystems are never changed.',
    'OSV gives one archive per ecosystem: https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip, and so on. NVD gives one feed per year: https://nvd.nist.gov/feeds/json/cve/2.0/nvdcve-2.0-2024.json.gz, and so on.',
    'The data goes to $SCANGATE_DATA, else to a folder of the user, and scan --offline reads it from there. In a checkout of the service the default is its .scangate, and a running service uses the data from its next scan on.',
    'Exit codes: 0 imported, 1 nothing was imported and nothing has changed, 6 wrong input.',
  ],
  example: 'scangate advisories import npm.zip',
  run: async (context) => {
    const offline = await context.loadOffline();
    return offline.importAdvisories(context);
  },
});
