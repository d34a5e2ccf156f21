import type { EngineResult } from '@scangate/engines/engine';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import type { SecretFinding } from '@scangate/engines/model/finding';
import { secretsEngine } from '@scangate/engines/secrets/secrets-engine';
import { scanWith, unitOf, type Content } from '../source-unit.ts';

export { unitOf };

export const scanSecrets = (files: SourceFiles, elapsedMs: () => number = () => 0): EngineResult =>
  scanWith(secretsEngine, files, { elapsedMs });

export const secretsIn = (contents: Record<string, Content | undefined>): SecretFinding[] =>
  scanSecrets(unitOf(contents)).findings.filter((finding) => finding.kind === 'secret');
