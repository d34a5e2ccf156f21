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
    'PATH is a directory, .zip, .json, .jsonl or .jsonl.gz of OSV records. A .csv or .csv.gz of EPSS scores, or the known_exploited_vulnerabilities.json of CISA, adds to the imported advisories: findings then show how likely an attack is, and whether it is known. A feed of NVD (nvdcve-2.0-2024.json.gz and so on), alone or in a directory, gives advisories without a severity the one of their CVE, as OSV records of CVEs do. A folder of license tables, as lib/adapters/reference-data/licenses/data, replaces the license data.',
    'A .zip of poms in the layout of a repository of Maven, as scangate advisories pack-poms makes it, replaces the poms by which builds of Maven and Gradle without a lockfile are resolved. With --merge they are added.',
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
  summary: 'Packs the poms of a local Maven repository for an import.',
  positionals: [
    { name: 'FOLDER', isRequired: true },
    { name: 'ARCHIVE', isRequired: true },
  ],
  flags: {},
  notes: [
    'FOLDER is a repository, such as ~/.m2/repository after a build, and ARCHIVE the .zip to write. Only files with the name and place of a pom are packed; no link to a folder is followed.',
    'A build installs its own poms there, too. Take a folder that only your registry has filled (mvn -Dmaven.repo.local=FOLDER dependency:go-offline) if projects are not to be trusted.',
    'Exit codes: 0 packed, 1 nothing was written, 6 wrong input.',
  ],
  example: 'scangate advisories pack-poms ~/.m2/repository poms.zip',
  run: async (context) => {
    const offline = await context.loadOffline();
    return offline.writePomArchive(context);
  },
});
