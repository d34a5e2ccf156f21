import { defaultPolicy, type GatePolicy } from '@scangate/engines/model/policy';
import type { Engine, EngineResult } from '@scangate/engines/engine';
import type { SourceFiles } from '@scangate/engines/model/source-files';

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

/** Runs an engine that reads only source files. */
export const scanWith = (
  engine: Engine,
  files: SourceFiles,
  { policy = defaultPolicy }: { policy?: GatePolicy } = {},
): EngineResult =>
  engine.run({
    unit: { path: '', type: 'source' },
    files,
    inventory: { unitType: 'source', components: [], direct: [], read: [], unread: [], notes: [] },
    advisories: {} as never,
    policy,
  });
