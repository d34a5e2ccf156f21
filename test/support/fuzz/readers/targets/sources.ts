import { severities } from '@scangate/engines/model/severity';
import { nameKind } from '@scangate/engines/secrets/file-name-class';
import { loadSourceEngine } from '@scangate/engines/source-engines';
import { parseIgnoreFile } from '@scangate/engines/suppression/ignore-file';
import { configurationCases } from '#test/corpora/configuration/configuration.ts';
import { csharpCases } from '#test/corpora/sast/csharp.ts';
import { goCases } from '#test/corpora/sast/go.ts';
import { javaCases } from '#test/corpora/sast/java.ts';
import { javascriptCases } from '#test/corpora/sast/javascript.ts';
import { phpCases } from '#test/corpora/sast/php.ts';
import { pythonCases } from '#test/corpora/sast/python.ts';
import type { QualityCase } from '#test/corpora/sast/quality-case.ts';
import { rubyCases } from '#test/corpora/sast/ruby.ts';
import { rustCases } from '#test/corpora/sast/rust.ts';
import { cases as settings } from '#test/corpora/secrets/configurations.ts';
import { cases as hardCases } from '#test/corpora/secrets/hard-cases.ts';
import { filesOf } from '#test/engines/inventory/inventory-fixtures.ts';
import { importUsage } from './import-usage.ts';
import { jsonFlaws, neverRefuses, type ReaderClass, type ReaderTarget } from '../reader-target.ts';

interface SourceFile {
  path: string;
  text: string;
}

const newLine = 0x0a;
const linesOf = (bytes: Buffer): number => bytes.reduce((lines, byte) => lines + Number(byte === newLine), 1);

type Engine = Awaited<ReturnType<typeof loadSourceEngine>>;

/** Loads each engine once for a name: the test runner keeps something of every import. */
const enginesOf = (type: 'secrets' | 'sast') => {
  const engines = new Map<string, Promise<Engine>>();
  return (path: string): Promise<Engine> => {
    const engine = engines.get(path) ?? loadSourceEngine(type, filesOf({ [path]: '' }));
    engines.set(path, engine);
    return engine;
  };
};

/** Files of code and settings, in which secrets or weaknesses are looked for. */
const sourcesOf = (name: string, files: readonly SourceFile[], type: 'secrets' | 'sast'): ReaderTarget => {
  const engineFor = enginesOf(type);
  return {
    name,
    samples: files.map(({ text }) => Buffer.from(text)),
    isRefusal: neverRefuses,
    read: async (bytes, { index }) => {
      const path = files[index]?.path ?? '';
      const engine = await engineFor(path);
      const ignoreFile = { entries: [], truncated: false };
      const result = engine.run({ files: filesOf({ [path]: bytes }), ignoreFile, lineKey: 'key' });
      const most = linesOf(bytes);
      const lost = result.findings.find(
        ({ line, file, severity, fingerprint }) =>
          // A file in an archive has lines of its own.
          (file === path && !(line >= 1 && line <= most)) ||
          !severities.includes(severity) ||
          fingerprint === '',
      );
      return lost ? [`no finding is ${JSON.stringify(lost)}, of ${most} lines`] : jsonFlaws(result);
    },
  };
};

const codeOf = (name: string, path: string, cases: readonly QualityCase[]): ReaderTarget =>
  sourcesOf(
    name,
    cases.map(({ code, file }) => ({ path: file ?? path, text: code })),
    'sast',
  );

const ignoreFile: ReaderTarget = {
  name: 'ignore files',
  samples: [
    '# why\nsrc/a.ts rule-a until 2030-01-01 because it is a test\n**/b/* *\n',
    '\ufeffa.ts\r\nb c\r\n',
  ].map((text) => Buffer.from(text)),
  isRefusal: neverRefuses,
  read: (bytes) => jsonFlaws(parseIgnoreFile(bytes)),
};

const names: ReaderTarget = {
  name: 'names of files',
  samples: ['src/a.ts', 'home/.pgpass', 'config/credentials/production.key', 'test/fixtures/key.pem.gz'].map(
    (path) => Buffer.from(path),
  ),
  isRefusal: neverRefuses,
  read: (bytes) => (nameKind(bytes.toString('utf8')).length > 2_000_000 ? ['a name has too many kinds'] : []),
};

/** Code in every language, configuration, and texts with secrets. */
export const sources: ReaderClass = {
  name: 'sources',
  open: () => [
    codeOf('JavaScript', 'a.ts', javascriptCases),
    codeOf('Python', 'a.py', pythonCases),
    codeOf('Java', 'A.java', javaCases),
    codeOf('Go', 'a.go', goCases),
    codeOf('C#', 'A.cs', csharpCases),
    codeOf('PHP', 'a.php', phpCases),
    codeOf('Ruby', 'a.rb', rubyCases),
    codeOf('Rust', 'a.rs', rustCases),
    codeOf('configuration', 'a.yaml', configurationCases),
    sourcesOf('secrets', [...settings, ...hardCases], 'secrets'),
    importUsage,
    ignoreFile,
    names,
  ],
};
