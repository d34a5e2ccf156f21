import type { CustomRule } from '../model/gate/custom-rules.ts';
import type { SourceScanType } from '../model/scan-type.ts';
import type { SourceFiles } from '../model/source-files.ts';
import type { CustomEngine } from './custom-result.ts';
import { rulesOfType } from './custom-versions.ts';

/**
 * Loads the organization's rules that run with an engine, and what they need for these files; without rules nothing
 * is loaded.
 * @returns undefined without rules of the type.
 * @throws InvalidRule
 */
export const loadCustomEngine = async (
  type: SourceScanType,
  rules: readonly CustomRule[],
  files: SourceFiles,
): Promise<CustomEngine | undefined> => {
  if (type === 'secrets') {
    const own = rulesOfType('secrets', rules);
    return own.length === 0
      ? undefined
      : (await import('../custom-secret-rules/custom-secrets-engine.ts')).customSecretsEngine(own);
  }
  const own = rulesOfType('sast', rules);
  if (own.length === 0) return undefined;
  const { loadDialects } = await import('../sast/parser.ts');
  const { dialectsIn } = await import('../sast/recognize-source.ts');
  const { dialectOf } = await import('../custom-code-rules/parse-pattern.ts');
  // Patterns are parsed in every unit, whatever the languages of its code.
  await loadDialects([...dialectsIn(files), ...own.map(({ language }) => dialectOf[language])]);
  return (await import('../custom-code-rules/custom-code-engine.ts')).customCodeEngine(own);
};
