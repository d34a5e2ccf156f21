import type { GateInputs } from '@scangate/engines/model/gate/gate-inputs';
import type { HistoricSecret } from '@scangate/engines/model/gate/commit-range-findings';
import { severityRank } from '@scangate/engines/model/severity';
import type { ComparedFinding } from './compared-finding.ts';

/** Turns a historic secret into the finding that it counts as: one that the change introduces. */
export const introducedSecret = (
  { file, severity, fingerprint }: HistoricSecret,
  { policy }: GateInputs,
): ComparedFinding => ({
  dimension: 'secrets',
  severity,
  counts: true,
  level: severityRank(severity, policy.unknownSeverityAs),
  production: true,
  fingerprint,
  file,
  content: fingerprint,
});
