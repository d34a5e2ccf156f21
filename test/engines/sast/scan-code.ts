import type { CodeFinding } from '@scangate/engines/model/finding';
import type { EngineResult } from '@scangate/engines/engine';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import type { Language } from '@scangate/engines/sast/rule';
import { loadConfigurationScanner } from '@scangate/engines/sast/configuration/loaded-scanner';
import { loadDialects } from '@scangate/engines/sast/parser';
import { sastEngine } from '@scangate/engines/sast/sast-engine';
import { scanWith, unitOf, type Content } from '../source-unit.ts';

/** Those that a scan loads when a unit has files of them. */
await loadDialects(['csharp', 'rust', 'php', 'ruby']);
await loadConfigurationScanner();

export { unitOf };

export const scanCode = (files: SourceFiles): EngineResult => scanWith(sastEngine, files);

export const weaknessesIn = (contents: Record<string, Content | undefined>): CodeFinding[] =>
  scanCode(unitOf(contents)).findings.filter((finding) => finding.kind === 'code');

/** A file name of each language, for snippets. */
export const fileOf: Record<Language, string> = {
  javascript: 'src/app.ts',
  python: 'app/views.py',
  java: 'src/main/java/App.java',
  go: 'server.go',
  csharp: 'App.cs',
  rust: 'src/main.rs',
  php: 'app/Http/Controllers/UserController.php',
  ruby: 'app/controllers/users_controller.rb',
};

/** Returns `rule:line` of every finding in a snippet. */
export const foundIn = (text: string, path: string): string[] =>
  weaknessesIn({ [path]: text }).map(({ rule, line }) => `${rule}:${line}`);

/** Returns the lines that end in a `HERE` comment, from 1. */
export const markedLines = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (/(?:\/\/|#)\s?HERE/.test(line) ? [index + 1] : []));
