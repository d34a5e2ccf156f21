import type { Scan } from '@scangate/domain/records';
import { failsGate } from '@scangate/domain/reports/finding-description';
import type { UnitFinding } from '@scangate/domain/reports/listing/unit-findings';
import { assembleVerdict } from '@scangate/domain/verdict/assemble-verdict';
import type { Verdict } from '@scangate/domain/verdict/verdict';
import { advisorEngine } from '@scangate/engines/advisor/advisor-engine';
import { applyDependencyChanges } from '@scangate/engines/dependency-changes/apply-dependency-changes';
import type { DependencyChange } from '@scangate/engines/dependency-changes/dependency-change';
import {
  planDependencyChanges,
  type ChangeableFinding,
} from '@scangate/engines/dependency-changes/plan-dependency-changes';
import { judgeUnit, type JudgedUnit } from '@scangate/engines/judge-unit';
import type { AdvisoryIndex } from '@scangate/engines/model/advisory';
import type { AssessedUnit } from '@scangate/engines/model/assessed-unit';
import type { Finding, UpgradeFinding } from '@scangate/engines/model/finding';
import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { UnitResult } from '@scangate/engines/model/results';
import type { Advisories } from '#ports/advisories.ts';
import { loadAdvisories } from '../advisories/load-advisories.ts';

/** An upgrade that does not clear its package is replaced by a removal in the next round. */
const maxRounds = 3;

/** A change of a dependency with the unit that has it. */
export type ShownChange = Omit<DependencyChange, 'ref'> & { projectUnitId: string };

/** The smallest changes of dependencies, and the findings that still fail the gate after them. */
export interface SmallestChange {
  changes: ShownChange[];
  /** The verdict after these changes. */
  after: Verdict;
  /** The findings that still fail the gate. */
  remains: UnitFinding[];
}

interface Judging {
  gate: GateInputs;
  advisories: AdvisoryIndex;
}

const shown = ({ ref: _ref, ...change }: DependencyChange, projectUnitId: string): ShownChange => ({
  ...change,
  projectUnitId,
});

const isChangeable = (finding: Finding): finding is ChangeableFinding =>
  finding.kind === 'vulnerability' || finding.kind === 'license';

const failing = ({ findings }: JudgedUnit, { policy }: GateInputs): Finding[] =>
  findings.filter((finding) => failsGate(finding, policy));

const adviceFor = (unit: AssessedUnit, { gate, advisories }: Judging): UpgradeFinding[] =>
  advisorEngine
    .run({ ...unit, advisories, policy: gate.policy })
    .findings.filter((finding) => finding.kind === 'upgrade');

/** The refs of changed packages that still have failing findings. */
const stillFailing = (changed: AssessedUnit, findings: readonly Finding[]): string[] => {
  const places = new Set(
    findings
      .filter(isChangeable)
      .map(({ packageName, version, file }) => JSON.stringify([packageName, version ?? '', file])),
  );
  return changed.inventory.components
    .filter(({ name, version, file }) => places.has(JSON.stringify([name, version ?? '', file])))
    .map(({ ref }) => ref);
};

/** Plans the changes of one unit, and judges the changed unit until it passes or nothing more can be changed. */
const changeOne = async (
  unit: AssessedUnit,
  first: JudgedUnit,
  judging: Judging,
): Promise<{ changes: DependencyChange[]; judged: JudgedUnit }> => {
  const blocking = failing(first, judging.gate).filter(isChangeable);
  if (blocking.length === 0) return { changes: [], judged: first };
  const advice = adviceFor(unit, judging);
  const hopeless = new Set<string>();
  for (let round = 1; ; round += 1) {
    const changes = planDependencyChanges(unit, blocking, { advice, hopeless });
    const changed = applyDependencyChanges(unit, changes);
    const judged = await judgeUnit(changed, judging.gate, judging.advisories);
    const left = stillFailing(changed, failing(judged, judging.gate)).filter((ref) => !hopeless.has(ref));
    if (left.length === 0 || round === maxRounds) return { changes, judged };
    for (const ref of left) hopeless.add(ref);
  }
};

/** Only the relevant types are judged: neither the SBOM nor advice changes a verdict. */
const judgedTypes = ({ scanTypes }: AssessedUnit): AssessedUnit['scanTypes'] =>
  scanTypes.filter((type) => type !== 'sbom' && type !== 'dependency-advisor');

/**
 * Finds the smallest upgrades and removals after which a scan passes, by the current advisories and the scan's gate
 * inputs. Every proposal is judged like a scan. The units are loaded one after the other.
 */
export const findSmallestChange = async (
  scan: Scan,
  { units, gate }: { units: Iterable<() => Promise<AssessedUnit>>; gate: GateInputs },
  { advisories }: { advisories: Advisories },
): Promise<SmallestChange> => {
  const changes: ShownChange[] = [];
  const results: UnitResult[] = [];
  const remains: UnitFinding[] = [];
  for (const load of units) {
    const assessed = await load();
    const unit = { ...assessed, scanTypes: judgedTypes(assessed) };
    const { projectUnitId } = unit;
    const index = await loadAdvisories(unit.inventory, advisories);
    const judging = { gate, advisories: index };
    const changed = await changeOne(unit, await judgeUnit(unit, gate, index), judging);
    changes.push(...changed.changes.map((change) => shown(change, projectUnitId)));
    results.push(changed.judged.result);
    remains.push(...failing(changed.judged, gate).map((finding) => ({ ...finding, projectUnitId })));
  }
  return { changes, after: assembleVerdict(scan, results, gate), remains };
};
