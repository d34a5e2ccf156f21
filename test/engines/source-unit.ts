import { defaultPolicy, type GatePolicy } from '@scangate/engines/model/gate/policy';
import type { EngineResult, SourceEngine } from '@scangate/engines/engine';
import { judgeDetections } from '@scangate/engines/judge-detections';
import type { SourceFiles } from '@scangate/engines/model/source-files';
import { readIgnoreFile } from '@scangate/engines/suppression/ignore-file';
import { suppressionFinder, suppressionsInForce } from '@scangate/engines/suppression/suppress';
import { ownSuppressions } from '@scangate/engines/model/gate/suppressions';

export type Content = string | Uint8Array;

/** Builds the files of a unit; `undefined` content is listed but cannot be read. */
export const unitOf = (contents: Record<string, Content | undefined>): SourceFiles => {
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

/** Runs an engine that reads source files, and judges what it finds by the suppressions of the unit itself. */
export const scanWith = (
  engine: SourceEngine,
  files: SourceFiles,
  { policy = defaultPolicy }: { policy?: GatePolicy } = {},
): EngineResult => {
  const ignoreFile = readIgnoreFile(files);
  const { findings, comments, coverage } = engine.run({ files, ignoreFile, lineKey: 'key' });
  const unit = {
    unit: { path: '', type: 'source' as const },
    ignoreEntries: ignoreFile.entries,
    allowComments: comments,
  };
  const find = suppressionFinder(unit, suppressionsInForce(unit, ownSuppressions));
  return { findings: judgeDetections(engine.scanType, findings, { policy, find }), coverage };
};
