import type { EngineResult, Files } from '../../../lib/scanners/engine.ts';
import type { SecretFinding } from '../../../lib/domain/scans/finding.ts';
import { secretsEngine } from '../../../lib/scanners/secrets/secrets-engine.ts';
import { scanWith, unitOf, type Content } from '../source-unit.ts';

export { unitOf };

export const scanUnit = (files: Files, elapsedMs: () => number = () => 0): EngineResult =>
  scanWith(secretsEngine, files, elapsedMs);

export const secretsIn = (contents: Record<string, Content | undefined>): SecretFinding[] =>
  scanUnit(unitOf(contents)).findings.filter((finding) => finding.kind === 'secret');
