import type { CodeFinding } from '../../../lib/domain/scans/finding.ts';
import { defaultPolicy } from '../../../lib/domain/scans/policy.ts';
import type { EngineResult, Files } from '../../../lib/scanners/engine.ts';
import type { Language } from '../../../lib/scanners/sast/rule.ts';
import { sastEngine } from '../../../lib/scanners/sast/sast-engine.ts';

type Content = string | Uint8Array;

/** Files of a unit from path and content; what is `undefined` is listed but cannot be read. */
export const unitOf = (contents: Record<string, Content | undefined>): Files => {
  const files = new Map(
    Object.entries(contents).map(([path, content]) => [
      path,
      typeof content === 'string' ? Buffer.from(content) : content,
    ]),
  );
  return {
    entries: [...files]
      .map(([path, content]) => ({ path, sizeBytes: content?.length ?? 1 }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
    read: (path) => {
      const content = files.get(path);
      if (content === undefined) throw new Error(`cannot read ${path}`);
      return content;
    },
  };
};

export const scanUnit = (files: Files, elapsedMs: () => number = () => 0): EngineResult =>
  sastEngine.run({
    unit: { path: '', type: 'source' },
    files,
    inventory: { unitType: 'source', components: [], direct: [], read: [], unread: [], notes: [] },
    advisories: {} as never,
    policy: defaultPolicy,
    elapsedMs,
  });

export const weaknessesIn = (contents: Record<string, Content | undefined>): CodeFinding[] =>
  scanUnit(unitOf(contents)).findings.filter((finding) => finding.kind === 'code');

/** A file of each language, for snippets. */
export const fileOf: Record<Language, string> = {
  javascript: 'src/app.ts',
  python: 'app/views.py',
  java: 'src/main/java/App.java',
  go: 'server.go',
};

/** `rule:line` of everything found in a snippet. */
export const foundIn = (text: string, path: string): string[] =>
  weaknessesIn({ [path]: text }).map(({ rule, line }) => `${rule}:${line}`);

/** Lines that end in a `HERE` comment, from 1. */
export const markedLines = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (/(?:\/\/|#)\s?HERE/.test(line) ? [index + 1] : []));
