import type { OwnRule } from '../model/gate/own-rules.ts';
import type { SourceScanType } from '../model/scan-type.ts';
import type { SourceFiles } from '../model/source-files.ts';
import type { OwnEngine } from './own-result.ts';
import { rulesOfType } from './own-versions.ts';

/**
 * Loads the organization's rules that run with an engine, and what they need for these files; without rules nothing
 * is loaded.
 * @returns undefined without rules of the type.
 * @throws InvalidRule
 */
export const loadOwnEngine = async (
  type: SourceScanType,
  rules: readonly OwnRule[],
  files: SourceFiles,
): Promise<OwnEngine | undefined> => {
  if (type === 'secrets') {
    const own = rulesOfType('secrets', rules);
    return own.length === 0
      ? undefined
      : (await import('../own-secrets/own-secrets-engine.ts')).ownSecretsEngine(own);
  }
  const own = rulesOfType('sast', rules);
  if (own.length === 0) return undefined;
  const { loadDialects } = await import('../sast/parser.ts');
  const { sourceTypeOf } = await import('../sast/dialects.ts');
  const { dialectOf } = await import('../own-code/parse-pattern.ts');
  const ofFiles = files.entries.flatMap(({ path }) => sourceTypeOf(path)?.dialect ?? []);
  // Patterns are parsed in every unit, whatever the languages of its code.
  await loadDialects([...ofFiles, ...own.map(({ language }) => dialectOf[language])]);
  return (await import('../own-code/own-code-engine.ts')).ownCodeEngine(own);
};
