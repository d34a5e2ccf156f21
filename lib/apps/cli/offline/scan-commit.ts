import type { Scan, ScanUnit } from '@scangate/domain/records';
import { withCustomRules } from '@scangate/domain/policy/change-custom-rules';
import { policyFields } from '@scangate/domain/policy/stored-policy';
import { projectUnitId } from '@scangate/domain/repositories/register-units';
import { gateInputsOf } from '@scangate/domain/policy/gate-inputs';
import { concludeScan, type ScanOutcome } from '@scangate/domain/scans/scan-outcome';
import { resolveScanScope } from '@scangate/domain/scans/scan-scope';
import { selectUnits } from '@scangate/domain/scans/select-units';
import { assembleVerdict } from '@scangate/domain/verdict/assemble-verdict';
import { derivedId } from '@scangate/engines/model/digest';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import { defaultPolicy, type GatePolicy } from '@scangate/engines/model/gate/policy';
import { readIgnoreFiles } from '@scangate/engines/suppression/read-ignore-files';
import { suppressionsOf } from '@scangate/engines/suppression/reviewed-suppressions';
import { discoverUnits } from '@scangate/engines/units/discover-units';
import { filesByUnit } from '@scangate/engines/units/files-by-unit';
import type { CommitSpool, RepositoryCommit } from './repository-commit.ts';
import type { ScanArguments } from './scan-arguments.ts';
import type { FinishedScan, LoadedAdvisories } from './scan-outcome.ts';
import { scanUnits, type UnitResults } from './scan-units.ts';

/** The owner of local scans, which has every entitlement. */
const localOwner = 'local';

export interface ScanCommitOptions {
  scanId: string;
  advisories: LoadedAdvisories;
  /** Rules that run in addition to those of the engines. */
  rules?: readonly CustomRule[];
  createSpool: () => CommitSpool;
  signal: AbortSignal;
  onUnit: (unit: ScanUnit, status: string) => void;
  /** Whether SBOMs are created, too. */
  keepsSboms?: boolean;
}

/** The policy of a new organization, with these rules. */
const policyOf = (
  { threshold }: Pick<ScanArguments, 'threshold'>,
  { rules = [] }: Pick<ScanCommitOptions, 'rules'>,
): GatePolicy =>
  withCustomRules({ ...defaultPolicy, ...(threshold && { severityThreshold: threshold }) }, rules);

/** Creates the record of the scan like the service. */
const newScan = (
  { types }: Pick<ScanArguments, 'types'>,
  { url, commitHash, branch }: RepositoryCommit,
  { scanId, policy }: { scanId: string; policy: GatePolicy },
): Scan => {
  const now = new Date().toISOString();
  return {
    organizationId: localOwner,
    scanId,
    repositoryId: derivedId('repository', localOwner, url),
    commitHash,
    ...(branch !== undefined && { branch }),
    status: 'running',
    ...resolveScanScope(types, { isArtifact: false, hasSastAddon: true }),
    sourceTrigger: 'cli',
    personId: localOwner,
    billingAccountId: localOwner,
    units: [],
    unitsVersion: 0,
    chargedPeriods: {},
    ...policyFields(policy),
    createdAt: now,
    startedAt: now,
  };
};

/** A scan whose units have all ended, and the inputs of its judgment. */
type ScannedFiles = UnitResults & { scan: Scan; gate: GateInputs };

const scanFiles = async (
  scan: Scan,
  { commit, spool, policy }: { commit: RepositoryCommit; spool: CommitSpool; policy: GatePolicy },
  { advisories, rules, signal, onUnit, keepsSboms = false }: ScanCommitOptions,
): Promise<ScannedFiles> => {
  const skipped = await commit.fetchFiles(spool);
  const found = discoverUnits(spool.paths, commit.fullName).map((unit) => ({
    ...unit,
    projectUnitId: projectUnitId(scan.repositoryId, unit.path),
  }));
  const units = selectUnits(scan, found).map(({ projectUnitId: id, path, type }): ScanUnit => ({
    projectUnitId: id,
    path,
    type,
    status: 'running',
    charge: {},
  }));
  const running = { ...scan, units: units.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
  const filesOf = filesByUnit<{ path: string }>(spool.paths, skipped, found);
  // A folder has no reviewed side, so its own suppressions apply.
  const suppressions = suppressionsOf('commit', { own: readIgnoreFiles(spool) });
  const gate = gateInputsOf(policy, scan.createdAt, { suppressions });
  const sbomName = keepsSboms ? commit.fullName : undefined;
  const sources = { files: spool, filesOf, advisories, gate, customRules: rules, sbomName };
  const results = await scanUnits(running, sources, { signal, onUnit });
  return { scan: running, gate, ...results };
};

const outcomeOf = ({ scan, gate, results, failures }: ScannedFiles): ScanOutcome =>
  failures.size > 0
    ? { status: 'failed', unitFailures: failures, results }
    : {
        status: 'completed',
        verdict: assembleVerdict(scan, results, { ...gate, judgedAt: new Date().toISOString() }),
      };

const conclude = (scan: Scan, outcome: ScanOutcome): Scan => ({
  ...scan,
  ...concludeScan(scan, outcome, new Date().toISOString()),
});

const isTimeout = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && reason instanceof Error && reason.name === 'TimeoutError';

/**
 * Scans a commit with the engines and the rules of the service, and returns the same verdict.
 * @returns the ended scan; without a verdict if it reached the time limit, and without findings if its commit cannot
 * be fetched.
 * @throws Problem for scan types that do not apply, and the abort reason of the signal.
 */
export const scanCommit = async (
  scanArguments: Pick<ScanArguments, 'types' | 'threshold'>,
  commit: RepositoryCommit,
  options: ScanCommitOptions,
): Promise<Pick<FinishedScan, 'record' | 'policy' | 'findingsByUnit' | 'sboms'>> => {
  const policy = policyOf(scanArguments, options);
  const scan = newScan(scanArguments, commit, { scanId: options.scanId, policy });
  const spool = options.createSpool();
  try {
    const scanned = await scanFiles(scan, { commit, spool, policy }, options);
    const record = conclude(scanned.scan, outcomeOf(scanned));
    return { record, policy, findingsByUnit: scanned.findingsByUnit, sboms: scanned.sboms };
  } catch (error) {
    if (isTimeout(options.signal))
      return { record: scan, policy, findingsByUnit: new Map(), sboms: new Map() };
    if (!(error instanceof ScanFailed)) throw error;
    const outcome = { status: 'failed' as const, failure: error.failure };
    return { record: conclude(scan, outcome), policy, findingsByUnit: new Map(), sboms: new Map() };
  } finally {
    spool.close();
  }
};
