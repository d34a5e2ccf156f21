import { assessUnit, type UnitInput, type UnitScanRequest } from '@scangate/engines/assess-unit';
import { judgeUnit, type JudgedUnit } from '@scangate/engines/judge-unit';
import type { AdvisoryIndex } from '@scangate/engines/model/advisory';
import type { GatePolicy } from '@scangate/engines/model/gate/policy';
import { gateOf } from './gate-fixtures.ts';

export type { UnitScanRequest };

/** Assesses a unit and judges it by its own suppressions, as a scan does. */
export const scanUnit = async (
  request: UnitScanRequest,
  { advisories, policy, ...input }: UnitInput & { advisories: AdvisoryIndex; policy: GatePolicy },
): Promise<JudgedUnit> => judgeUnit(await assessUnit(request, input), gateOf({ policy }), advisories);
