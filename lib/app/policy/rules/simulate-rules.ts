import type { Caller } from '@scangate/domain/identity/caller';
import { chooseScans } from '@scangate/domain/policy/choose-scans';
import { requireFitRules } from '@scangate/domain/policy/change-custom-rules';
import type { TriedScan } from '@scangate/domain/policy/rule-trial-view';
import { Transient } from '@scangate/domain/problem';
import type { Scan } from '@scangate/domain/records';
import { ScanFailed } from '@scangate/engines/model/failure';
import type { CustomRule } from '@scangate/engines/model/gate/custom-rules';
import type { RuleTrial } from '#ports/scans/rule-trial.ts';
import { listAll, type Store } from '#ports/store.ts';
import { loadGate } from '../load-gate.ts';
import { requireWorkingRules } from './change-rules.ts';

export interface RuleSimulationPorts {
  store: Pick<Store<'organization' | 'policy' | 'scan' | 'repository'>, 'get' | 'list'>;
  ruleTrial: RuleTrial;
}

/** The reason why a scan was not tried. */
export type NotTried = 'time' | 'repository_disconnected' | 'source_unavailable';

/** The response has to arrive within the gateway's 29 s. */
const budgetMs = 18_000;
/** The number of scans that are listed to choose from. */
const maxListed = 500;

const isTryable = ({ status, artifact }: Scan): boolean => status === 'completed' && artifact === undefined;

/** Lists the newest scans of commits, the newest of each repository first. */
const newestScans = async (
  organizationId: string,
  count: number,
  { store }: RuleSimulationPorts,
): Promise<Scan[]> => {
  const scans: Scan[] = [];
  let listed = 0;
  for await (const scan of listAll(store, { list: 'scans', owner: { organizationId } })) {
    if (isTryable(scan)) scans.push(scan);
    if (++listed >= maxListed) break;
  }
  const byId = new Map(scans.map((scan) => [scan.scanId, scan]));
  return chooseScans(scans)
    .flatMap(({ scanId }) => byId.get(scanId) ?? [])
    .slice(0, count);
};

const tryOn = async (
  scan: Scan,
  rules: readonly CustomRule[],
  { ports: { store, ruleTrial }, signal }: { ports: RuleSimulationPorts; signal: AbortSignal },
): Promise<TriedScan | NotTried> => {
  const { organizationId, repositoryId, commitHash, scanTypes } = scan;
  const unitPaths = scan.units.map(({ path }) => path);
  const found = await store.get('repository', { organizationId, repositoryId });
  if (!found || found.disconnectedAt) return 'repository_disconnected';
  const { url, credential } = found;
  const repository = { organizationId, repositoryId, url, ...(credential && { credential }) };
  try {
    const tried = await ruleTrial.try(rules, { repository, commitHash, unitPaths, scanTypes }, signal);
    return { scan, fullName: found.fullName, ...tried };
  } catch (error) {
    if (signal.aborted) return 'time';
    if (error instanceof ScanFailed || error instanceof Transient) return 'source_unavailable';
    throw error;
  }
};

/**
 * Tries rules on the commits of the newest scans, which are fetched from their hosts again, and writes nothing.
 * Commits that were not tried in time are reported.
 * @throws Problem policy_too_large or validation_failed
 */
export const simulateRules = async (
  { caller, rules, scans: count }: { caller: Caller; rules: readonly CustomRule[]; scans: number },
  ports: RuleSimulationPorts,
) => {
  const { organizationId } = caller;
  requireFitRules(rules);
  const signal = AbortSignal.timeout(budgetMs);
  const { policy } = await loadGate(ports.store, organizationId);
  await requireWorkingRules(rules, ports.ruleTrial);
  const scans = rules.length === 0 ? [] : await newestScans(organizationId, count, ports);
  const outcomes = await Promise.all(scans.map((scan) => tryOn(scan, rules, { ports, signal })));
  const tried = outcomes.filter((outcome) => typeof outcome !== 'string');
  const missed = outcomes.filter((outcome) => typeof outcome === 'string');
  return { policy, tried, notLookedAt: Map.groupBy(missed, (reason) => reason) };
};
