import type { EngineResult } from '@scangate/engines/engine';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import type { SecretFinding } from '@scangate/engines/model/finding';
import { secretsEngine } from '@scangate/engines/secrets/secrets-engine';
import { scanWith, unitOf, type Content } from '../source-unit.ts';

export { unitOf };

export const scanSecrets = (files: SourceFiles): EngineResult => scanWith(secretsEngine, files);

export const secretsIn = (contents: Record<string, Content | undefined>): SecretFinding[] =>
  scanSecrets(unitOf(contents)).findings.filter((finding) => finding.kind === 'secret');
