import { switchFlag, textFlag } from '../arguments/flags.ts';
import { defineCommand } from './command.ts';

export const advisoriesFlags = {
  merge: switchFlag('add to the imported advisories; the newer of two records with one id wins'),
  bucket: textFlag('NAME', 'import into the data bucket of a deployment, with your credentials of AWS'),
} as const;

export const advisoriesCommand = defineCommand({
  name: 'advisories import',
  summary: 'Imports vulnerability data for scans on this machine.',
  positionals: [{ name: 'PATH', isRequired: true }],
  flags: advisoriesFlags,
  notes: [
    'PATH is a directory, .zip, .json, .jsonl or .jsonl.gz of OSV records. A .csv or .csv.gz of EPSS scores, or the known_exploited_vulnerabilities.json of CISA, adds to the imported advisories: findings then show the probability of exploitation, and whether it is known. An NVD feed (nvdcve-2.0-2024.json.gz and so on), by itself or in a directory, adds the severity of their CVE to advisories without one, as OSV records of CVEs do. A folder of license tables, as lib/adapters/reference-data/licenses/data, replaces the license data.',
    'A .zip of POMs in the layout of a Maven repository, as made by scangate advisories pack-poms, replaces the POMs for resolving Maven and Gradle builds without a lockfile. With --merge they are added.',
    'Without --merge the ecosystems of the source are replaced. Other ecosystems are never changed.',
    'OSV gives one archive per ecosystem: https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip, and so on. NVD gives one feed per year: https://nvd.nist.gov/feeds/json/cve/2.0/nvdcve-2.0-2024.json.gz, and so on.',
    'The data goes to $SCANGATE_DATA, else to a folder of the user, and scan --offline reads it from there. In a checkout of the service the default is its .scangate, and a running service uses the data from its next scan on.',
    '--bucket works in a checkout of the service. The bucket is the variable DATA_BUCKET of the function scangate-scan-unit, and scans of the deployment use the data from the next one on. Nothing else may import there meanwhile.',
    'Exit codes: 0 imported, 1 nothing was imported and nothing has changed, 6 wrong input.',
  ],
  example: 'scangate advisories import npm.zip',
  run: async (context) => {
    const offline = await context.loadOffline();
    return offline.importAdvisories(context);
  },
});

/** Packs the poms of a local repository of Maven. */
export const packPomsCommand = defineCommand({
  name: 'advisories pack-poms',
  summary: 'Packs the POMs of a local Maven repository for an import.',
  positionals: [
    { name: 'FOLDER', isRequired: true },
    { name: 'ARCHIVE', isRequired: true },
  ],
  flags: {},
  notes: [
    'FOLDER is a repository, such as ~/.m2/repository after a build, and ARCHIVE the .zip to write. Only files with the name and path of a POM are packed; links to folders are not followed.',
    'A build also installs its own POMs there. If you do not trust every project, use a folder that only your registry has filled (mvn -Dmaven.repo.local=FOLDER dependency:go-offline).',
    'Exit codes: 0 packed, 1 nothing was written, 6 wrong input.',
  ],
  example: 'scangate advisories pack-poms ~/.m2/repository poms.zip',
  run: async (context) => {
    const offline = await context.loadOffline();
    return offline.writePomArchive(context);
  },
});
